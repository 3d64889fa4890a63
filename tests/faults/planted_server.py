"""Planted faults: limits and scheduling of the HTTP server, and replacing workers."""

from tests.faults.planted_fault import Planted

SERVER = (
    Planted(
        "a limit that nobody meets",
        "kalooki_ref/server/middleware/limits.py",
        "views[endpoint] = limit(views[endpoint])",
        "views[endpoint] = views[endpoint]",
        "tests/attacks/test_limits.py",
    ),
    Planted(
        "questions run at the same time",
        "kalooki_ref/server/heavy_work.py",
        "    if not _running.acquire(timeout=TURN_SECONDS):",
        "    if _running.acquire(timeout=TURN_SECONDS) is None:",
        "tests/attacks/test_heavy_questions.py",
    ),
    Planted(
        "wrong codes are not counted",
        "kalooki_ref/store/wrong_codes.py",
        "connection.execute(insert(wrong_code).values(**row))",
        "assert row",
        "tests/attacks/test_code_guesses.py",
    ),
    Planted(
        "one client takes every thread",
        "kalooki_ref/server/http_server.py",
        "async with self.turns.of(asked.client), ",
        "async with self.turns.of(str(id(asked))), ",
        "tests/unit/test_http_server.py",
    ),
    Planted(
        "a phone at a table queues behind those that ask all the time",
        "kalooki_ref/server/http_server.py",
        "(self.recent[client] // OFTEN, next(self.numbers), turn)",
        "(0, next(self.numbers), turn)",
        "tests/unit/test_http_server.py -k least_of_late",
    ),
    Planted(
        "a phone types as many wrong codes as its house may",
        "kalooki_ref/server/middleware/code_guesses.py",
        "if len(typed) >= MOST_OF_PHONE",
        "if len(typed) > MOST_OF_PHONE",
        "tests/attacks/test_code_guesses.py",
    ),
    Planted(
        "all clients behind a proxy are one",
        "kalooki_ref/server/clients.py",
        "if 0 < proxies <= len(hops)",
        "if proxies < 0",
        "tests/unit/test_http_server.py",
    ),
    Planted(
        "chunks are parsed",
        "kalooki_ref/server/connections.py",
        'b"transfer-encoding" in dict(event.headers):',
        'b"trailer" in dict(event.headers):',
        "tests/attacks/test_hostile_requests.py",
    ),
    Planted(
        "a head has a bound only while it is half sent",
        "kalooki_ref/server/connections.py",
        "return len(head) > MOST_HEAD and END_OF_HEAD.search(head, 0, MOST_HEAD) is None",
        "return len(head) > MOST_HEAD and END_OF_HEAD.search(head) is None",
        "tests/attacks/test_hostile_requests.py",
    ),
    Planted(
        "any number of files comes in at a time",
        "kalooki_ref/server/http_server.py",
        "self.files.of(client)",
        "self.files.of(str(id(turns)))",
        "tests/unit/test_http_server.py",
    ),
    Planted(
        "any number of files waits for its turn",
        "kalooki_ref/server/http_server.py",
        "asyncio.Semaphore(MOST_FILES_ASKED)",
        "asyncio.Semaphore(1000 * MOST_FILES_ASKED)",
        "tests/attacks/test_hostile_requests.py -k few",
    ),
    Planted(
        "files come in wherever a form does",
        "kalooki_ref/server/http_server.py",
        "FILES.get(endpoint, 0)",
        "max(FILES.values())",
        "tests/attacks/test_hostile_requests.py",
    ),
    Planted(
        "saves wait behind pages",
        "kalooki_ref/server/http_server.py",
        "self.saves if asked.changes else",
        "self.others if asked.changes else",
        "tests/unit/test_http_server.py",
    ),
    Planted(
        "workers outlive their master",
        "kalooki_ref/cli/workers.py",
        "        os.kill(os.getpid(), signal.SIGTERM)",
        "        pass",
        "tests/faults/test_servers.py -k lose_and_duplicate",
    ),
)
