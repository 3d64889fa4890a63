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
        "questions can take every thread",
        "kalooki_ref/server/heavy_work.py",
        "    if not _threads.acquire(blocking=False):",
        "    if not _threads.acquire(timeout=WAIT_SECONDS):",
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
        "a page never waits for saves",
        "kalooki_ref/server/http_server.py",
        "await self.nothing_saved.wait()",
        "pass",
        "tests/unit/test_serve.py",
    ),
    Planted(
        "a phone that reads slowly holds up every page",
        "kalooki_ref/server/http_server.py",
        "                await turns.aclose()\n",
        "",
        "tests/unit/test_serve.py",
    ),
    Planted(
        "a phone types as many wrong codes as its house may",
        "kalooki_ref/server/middleware/code_guesses.py",
        "if len(typed) >= MOST_OF_PHONE",
        "if len(typed) > MOST_OF_PHONE",
        "tests/attacks/test_code_guesses.py",
    ),
    Planted(
        "chunks are parsed",
        "kalooki_ref/server/connections.py",
        'if b"transfer-encoding" in names:',
        'if b"trailer" in names:',
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
        "half-sent forms never give way",
        "kalooki_ref/server/connections.py",
        "while self.taken > self.most:",
        "while self.taken < 0:",
        "tests/unit/test_bodies.py tests/unit/test_connections.py",
    ),
    Planted(
        "any number of files comes in at a time",
        "kalooki_ref/server/bodies.py",
        "if len(senders) >= MOST_FILES or",
        "if",
        "tests/attacks/test_hostile_requests.py",
    ),
    Planted(
        "files come in wherever a form does",
        "kalooki_ref/server/bodies.py",
        "if length > LARGEST_FILE or not self.takes_file(scope):",
        "if length > LARGEST_FILE:",
        "tests/attacks/test_hostile_requests.py",
    ),
    Planted(
        "saves wait behind pages",
        "kalooki_ref/server/http_server.py",
        "await self.saves(scope, receive, send)",
        "await self.page(scope, receive, send)",
        "tests/unit/test_serve.py",
    ),
    Planted(
        "workers outlive their master",
        "kalooki_ref/cli/workers.py",
        "        os.kill(os.getpid(), signal.SIGTERM)",
        "        pass",
        "tests/faults/test_servers.py -k lose_and_duplicate",
    ),
)
