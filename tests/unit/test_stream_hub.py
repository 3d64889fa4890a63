"""Event streams (kalooki_ref.server.stream_hub)."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps

import pytest

from kalooki_ref.server import stream_hub
from kalooki_ref.server.stream_hub import AsgiMessage, Hub, Stream, follow
from tests import event_loop

OURS, THEIRS = "our-game", "their-game"


def open_stream(hub: Hub, game_id: str = OURS) -> Stream:
    stream = hub.open(game_id)
    assert stream is not None
    return stream


def run_in_event_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Decorator: run a coroutine test in an event loop, with a timeout."""

    @wraps(test)
    def run(*given: object, **named: object) -> None:
        event_loop.run(asyncio.wait_for(test(*given, **named), 60))

    return run


class Phone:
    """A fake client of a stream, which records what it was sent."""

    def __init__(self, *, stays: bool = True) -> None:
        self.messages: list[AsgiMessage] = []
        self.stays = stays

    async def receive(self) -> AsgiMessage:
        if self.stays:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(self, message: AsgiMessage) -> None:
        self.messages.append(message)

    @property
    def news(self) -> list[bytes]:
        """The events it received."""
        return [message["body"] for message in self.messages if message["more_body"]]


async def assert_event(phone: Phone, number: int) -> None:
    while len(phone.messages) < number:
        await asyncio.sleep(0.001)


@run_in_event_loop
async def test_event_reaches_every_stream_of_its_game_only() -> None:
    hub = Hub(10)
    ours, friends, strangers = open_stream(hub), open_stream(hub), open_stream(hub, THEIRS)
    hub.publish(OURS, 3)
    await asyncio.sleep(0)
    streams = (ours, friends, strangers)
    assert [stream.number for stream in streams] == [3, 3, 0]
    assert [stream.has_news.is_set() for stream in streams] == [True, True, False]
    assert not any(stream.is_over for stream in streams)


@run_in_event_loop
async def test_number_never_decreases_or_repeats() -> None:
    stream = open_stream(Hub(10))
    stream.mark_sent(4)
    assert (stream.number, stream.has_news.is_set()) == (4, False)
    stream.push(6)
    stream.push(5)
    stream.mark_sent(4)
    assert (stream.number, stream.has_news.is_set()) == (6, True)
    stream.mark_sent(6)
    assert not stream.has_news.is_set()


@pytest.mark.parametrize(
    ("game_id", "number", "over"),
    [(OURS, -4, [True, False]), (OURS, 4, [False, False]), ("", 0, [True, True])],
)
@run_in_event_loop
async def test_access_change_closes_a_game_and_lost_database_closes_all(
    game_id: str, number: int, over: list[bool]
) -> None:
    hub = Hub(10)
    streams = open_stream(hub), open_stream(hub, THEIRS)
    hub.publish(game_id, number)
    await asyncio.sleep(0)
    assert [stream.is_over for stream in streams] == over
    assert [stream.has_news.is_set() for stream in streams] == [True, over[1]]


@run_in_event_loop
async def test_streams_are_limited_and_closing_frees_a_slot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream_hub, "MOST_A_GAME", 2)
    counts: list[int] = []
    hub = Hub(3, counts.append)
    first = open_stream(hub)
    open_stream(hub)
    assert hub.open(OURS) is None
    open_stream(hub, THEIRS)
    assert hub.open(THEIRS) is None
    hub.close(first)
    last = open_stream(hub, THEIRS)
    assert counts == [1, 2, 3, 2, 3]
    hub.publish(OURS, 7)
    await asyncio.sleep(0)
    assert (first.number, last.number) == (0, 0)


@run_in_event_loop
async def test_game_can_be_streamed_again_after_all_streams_closed() -> None:
    hub = Hub(1)
    hub.close(open_stream(hub))
    again = open_stream(hub)
    hub.publish(OURS, 1)
    await asyncio.sleep(0)
    assert again.number == 1


def test_publish_without_a_running_loop_does_nothing() -> None:
    hub = Hub(10)
    assert not hub.is_running
    hub.publish(OURS, 1)
    run_in_event_loop(watch)(hub)
    assert hub.is_running
    hub.publish(OURS, 2)


async def watch(hub: Hub) -> None:
    assert open_stream(hub).number == 0


@run_in_event_loop
async def test_stream_sends_each_number_and_a_retry_at_the_end() -> None:
    phone, stream = Phone(), open_stream(Hub(1))
    following = asyncio.create_task(follow(stream, phone.receive, phone.send))
    for number in (3, 5):
        stream.push(number)
        await assert_event(phone, len(phone.messages) + 1)
    stream.end()
    await following
    assert phone.news == [b"id: 3\ndata: 3\n\n", b"id: 5\ndata: 5\n\n"]
    assert {message["type"] for message in phone.messages} == {"http.response.body"}
    last = phone.messages[-1]
    word, _, away = last["body"].decode().partition(" ")
    assert (word, last["more_body"]) == ("retry:", False)
    assert 200 <= int(away) < 2500
    assert last["body"].endswith(b"\n\n")


@run_in_event_loop
async def test_heartbeat_repeats_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_hub, "BEAT_SECONDS", 0.001)
    phone, stream = Phone(), open_stream(Hub(1))
    stream.mark_sent(8)
    following = asyncio.create_task(follow(stream, phone.receive, phone.send))
    await assert_event(phone, 2)
    stream.end()
    await following
    assert set(phone.news) == {b"id: 8\ndata: 8\n\n"}


@run_in_event_loop
async def test_stream_ends_when_its_client_disconnects() -> None:
    phone, stream = Phone(stays=False), open_stream(Hub(1))
    await follow(stream, phone.receive, phone.send)
    assert stream.is_over
    assert phone.news == []


@run_in_event_loop
async def test_send_to_a_disconnected_phone_is_ignored() -> None:
    async def fail(_message: AsgiMessage) -> None:
        raise ConnectionResetError

    stream = open_stream(Hub(1))
    stream.push(1)
    await follow(stream, Phone().receive, fail)
    assert not stream.is_over


@run_in_event_loop
async def test_disconnect_closes_only_its_own_stream() -> None:
    counts: list[int] = []
    hub = Hub(10, counts.append)
    first, other = open_stream(hub), open_stream(hub)
    hub.close(first)
    hub.publish(OURS, 7)
    await asyncio.sleep(0)
    assert (first.number, other.number) == (0, 7)
    hub.close(other)
    hub.publish(OURS, 8)
    await asyncio.sleep(0)
    assert other.number == 7
    assert open_stream(hub).number == 0
    assert counts == [1, 2, 1, 0, 1]
