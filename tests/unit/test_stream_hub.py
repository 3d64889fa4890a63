"""Phones that wait for news of a game (kalooki_ref.server.stream_hub): who hears what, and when."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps

import pytest

from kalooki_ref.server import stream_hub
from kalooki_ref.server.stream_hub import AsgiMessage, Hub, Stream, follow

OURS, THEIRS = "our-game", "their-game"


def opened(hub: Hub, game_id: str = OURS) -> Stream:
    stream = hub.open(game_id)
    assert stream is not None
    stream.delay = 0
    return stream


def in_a_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test as the server's event loop would, for a minute at most."""

    @wraps(test)
    def run(*given: object, **named: object) -> None:
        asyncio.run(asyncio.wait_for(test(*given, **named), 60))

    return run


class Phone:
    """A phone at the other end of a stream: what it was sent, until it goes away."""

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
        """What it heard while the stream was open."""
        return [one["body"] for one in self.messages if one["more_body"]]


async def hears(phone: Phone, number: int) -> None:
    while len(phone.messages) < number:
        await asyncio.sleep(0.001)


@in_a_loop
async def test_news_goes_to_every_phone_of_the_game_and_to_no_other() -> None:
    hub = Hub(10)
    ours, friends, strangers = opened(hub), opened(hub), opened(hub, THEIRS)
    hub.publish(OURS, 3)
    await asyncio.sleep(0)
    assert [one.number for one in (ours, friends, strangers)] == [3, 3, 0]
    assert [one.has_news.is_set() for one in (ours, friends, strangers)] == [True, True, False]
    assert not any(one.is_over for one in (ours, friends, strangers))


@in_a_loop
async def test_a_number_never_goes_back_and_what_the_page_had_is_not_said_again() -> None:
    stream = opened(Hub(10))
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
@in_a_loop
async def test_a_change_of_who_may_look_ends_a_game_and_a_lost_database_ends_all(
    game_id: str, number: int, over: list[bool]
) -> None:
    hub = Hub(10)
    streams = opened(hub), opened(hub, THEIRS)
    hub.publish(game_id, number)
    await asyncio.sleep(0)
    assert [one.is_over for one in streams] == over
    assert [one.has_news.is_set() for one in streams] == [True, over[1]]


@in_a_loop
async def test_streams_are_bounded_and_who_leaves_makes_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream_hub, "MOST_A_GAME", 2)
    counts: list[int] = []
    hub = Hub(3, counts.append)
    first = opened(hub)
    opened(hub)
    assert hub.open(OURS) is None
    opened(hub, THEIRS)
    assert hub.open(THEIRS) is None
    hub.close(first)
    last = opened(hub, THEIRS)
    assert counts == [1, 2, 3, 2, 3]
    hub.publish(OURS, 7)
    await asyncio.sleep(0)
    assert (first.number, last.number) == (0, 0)


@in_a_loop
async def test_a_game_everybody_left_can_be_watched_again() -> None:
    hub = Hub(1)
    hub.close(opened(hub))
    again = opened(hub)
    hub.publish(OURS, 1)
    await asyncio.sleep(0)
    assert again.number == 1


def test_nobody_is_told_before_a_server_runs_or_after() -> None:
    hub = Hub(10)
    assert not hub.is_running
    hub.publish(OURS, 1)
    in_a_loop(watch)(hub)
    assert hub.is_running
    hub.publish(OURS, 2)


async def watch(hub: Hub) -> None:
    assert opened(hub).number == 0


@in_a_loop
async def test_a_phone_is_sent_each_number_and_asked_to_come_back_at_the_end() -> None:
    phone, stream = Phone(), opened(Hub(1))
    following = asyncio.create_task(follow(stream, phone.receive, phone.send))
    for number in (3, 5):
        stream.push(number)
        await hears(phone, len(phone.messages) + 1)
    stream.end()
    await following
    assert phone.news == [b"id: 3\ndata: 3\n\n", b"id: 5\ndata: 5\n\n"]
    assert {one["type"] for one in phone.messages} == {"http.response.body"}
    last = phone.messages[-1]
    word, _, away = last["body"].decode().partition(" ")
    assert (word, last["more_body"]) == ("retry:", False)
    assert 200 <= int(away) < 2500
    assert last["body"].endswith(b"\n\n")


@in_a_loop
async def test_in_silence_the_number_is_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_hub, "BEAT_SECONDS", 0.001)
    phone, stream = Phone(), opened(Hub(1))
    stream.mark_sent(8)
    following = asyncio.create_task(follow(stream, phone.receive, phone.send))
    await hears(phone, 2)
    stream.end()
    await following
    assert set(phone.news) == {b"id: 8\ndata: 8\n\n"}


@in_a_loop
async def test_a_stream_ends_when_its_phone_goes_away() -> None:
    phone, stream = Phone(stays=False), opened(Hub(1))
    await follow(stream, phone.receive, phone.send)
    assert stream.is_over
    assert phone.news == []


@in_a_loop
async def test_a_phone_that_is_gone_while_it_is_told_harms_nobody() -> None:
    async def gone(_message: AsgiMessage) -> None:
        raise ConnectionResetError

    stream = opened(Hub(1))
    stream.push(1)
    await follow(stream, Phone().receive, gone)
    assert not stream.is_over


@in_a_loop
async def test_a_phone_that_leaves_takes_nobody_along() -> None:
    counts: list[int] = []
    hub = Hub(10, counts.append)
    one, other = opened(hub), opened(hub)
    hub.close(one)
    hub.publish(OURS, 7)
    await asyncio.sleep(0)
    assert (one.number, other.number) == (0, 7)
    hub.close(other)
    hub.publish(OURS, 8)
    await asyncio.sleep(0)
    assert other.number == 7
    assert opened(hub).number == 0
    assert counts == [1, 2, 1, 0, 1]
