"""Four writers that retry each request until it is acknowledged."""

import http.client
import json
import random
import threading
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import closing, contextmanager

from tests.server import PATIENCE, wait_until

WRITERS = 4
DOUBLE_TAPS = 0.2
ACKNOWLEDGED = 303
STALE = 409
UNAVAILABLE = 503
SYSTEM = {"system": "jamaican", "names": ["Ann", "Ben", "Cy", "Di"], "dealer": "lot"}


class Phone:
    """Sends forms like a browser without script over plain http."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def post(self, path: str, form: dict[str, object]) -> http.client.HTTPResponse | None:
        """Return the response; None if the connection failed."""
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": f"http://127.0.0.1:{self.port}",
        }
        body = urllib.parse.urlencode(form, doseq=True)
        try:
            self.connection.request("POST", path, body, headers)
            answer = self.connection.getresponse()
            answer.text = answer.read().decode()  # type: ignore[attr-defined]
        except (OSError, http.client.HTTPException):
            self.connection.close()
            return None
        return answer

    def close(self) -> None:
        self.connection.close()

    def begin_game(self, key: str) -> str:
        """Create a game, retrying as needed; return its path."""
        while True:
            answer = self.post("/games", SYSTEM | {"key": key})
            if answer is not None and answer.status == ACKNOWLEDGED:
                return str(answer.headers["Location"])
            time.sleep(0.01)


class Crowd:
    """The writers, with the sent and the acknowledged entries as (game's path, key)."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.sent: set[tuple[str, str]] = set()
        self.acked: dict[tuple[str, str], bool] = {}
        self.strange: list[str] = []
        self.refused = 0
        self.game = ""
        self.hopeless = False
        self.going = threading.Event()
        self.going.set()
        self.threads = [
            threading.Thread(
                target=self._write, args=(random.Random(f"{seed}.{number}"),), daemon=True
            )
            for number in range(WRITERS)
        ]

    @contextmanager
    def writing(self) -> Iterator[None]:
        for thread in self.threads:
            thread.start()
        try:
            yield
        except BaseException:
            self.hopeless = True
            raise
        finally:
            self.going.clear()
            for thread in self.threads:
                thread.join(PATIENCE)

    def saves_again(self) -> None:
        """Wait until a save succeeds again."""
        before = len(self.acked)
        wait_until(lambda: len(self.acked) > before)

    def _write(self, chance: random.Random) -> None:
        with closing(Phone(self.port)) as phone:
            self._play(phone, chance)

    def _play(self, phone: Phone, chance: random.Random) -> None:
        while self.going.is_set():
            intent = (self.game, f"{chance.getrandbits(128):032x}")
            self.sent.add(intent)
            player = chance.randint(1, len(SYSTEM["names"]))
            self._insist(phone, intent, player=player)
            if chance.random() < DOUBLE_TAPS:
                self._insist(phone, intent, player=player)

    def _insist(self, phone: Phone, intent: tuple[str, str], *, player: int) -> None:
        base: int | None = 1
        while base is not None and not self.hopeless:
            base = self._send(phone, intent, player=player, base=base)

    def _send(self, phone: Phone, intent: tuple[str, str], *, player: int, base: int) -> int | None:
        """Return the base for a retry; None if none is needed."""
        game, key = intent
        form = {"key": key, "base": base, "player": player, "answer": "refused"}
        answer = phone.post(f"{game}/calls", form)
        if answer is None:
            time.sleep(0.005)
            return base
        if answer.status == STALE:
            return newest_version(answer)
        if answer.status == UNAVAILABLE:
            self.refused += 1
            time.sleep(0.02)
            return base
        if answer.status == ACKNOWLEDGED:
            self.acked[intent] = True
        else:
            self.strange.append(f"{answer.status} for {json.dumps(form)}")
        return None


def newest_version(answer: http.client.HTTPResponse) -> int:
    """Return the base that the button of a 409 page would send."""
    text: str = answer.text  # type: ignore[attr-defined]
    return int(text.split('name="base" value="', 1)[1].split('"', 1)[0])
