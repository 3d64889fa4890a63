"""The circles that a phone remembers, in a cookie of their own."""

from collections.abc import Container, Iterable
from dataclasses import dataclass

from flask import flash, request, session

from kalooki_ref.server.middleware.responses import LIVE, SENT_BY
from kalooki_ref.store.circles import Circle, circle_of, circles_at
from kalooki_ref.web.shared.device import AnyKind, keep_signed, signed, verified
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext

COOKIE = "circles"
MOST_CIRCLES = 8
# Session key of the address that changes a circle, replaced last, and the one in its place.
REPLACED = "replaced_address"


@dataclass(frozen=True, slots=True)
class Remembered:
    """The circles that a phone remembers, last used first, by address.

    ``declined`` means that it doesn't want to be asked about one.
    """

    addresses: tuple[str, ...] = ()
    declined: bool = False


def remembered() -> Remembered:
    """Return the circles that this phone remembers."""
    held = verified(COOKIE, request.cookies.get(COOKIE, ""))
    try:
        return Remembered(tuple(held["a"]), bool(held["d"]))
    except (KeyError, TypeError):
        return Remembered()


def no_room_words() -> str:
    """Return why this phone can't have another circle that it may change."""
    return _("This phone’s list has %(most)s circles. Delete one first.", most=MOST_CIRCLES)


def circles_here() -> tuple[Circle, ...]:
    """Return the circles that this phone remembers and may change."""
    found = circles_at(remembered().addresses)
    return tuple(circle for address, circle in found.items() if address == circle.changes)


def circle_known_of(game_id: str) -> tuple[Circle, str] | None:
    """Return the circle of a game and its address, if this phone remembers it."""
    held = remembered().addresses
    circle = circle_of(game_id) if held else None
    own = (address for address in held if circle and address in {circle.shows, circle.changes})
    address = next(own, "")
    return (circle, address) if circle and address else None


def addresses_with(circle: Circle, address: str) -> tuple[str, ...]:
    """Return the addresses to remember with this circle in front, unless there is no room for it.

    The address that changes it stays, if known.
    """
    held = remembered().addresses
    own = (circle.shows, circle.changes)
    best = circle.changes if circle.changes in held else address
    return _fitting((best, *(other for other in held if other not in own)))


def remember_circle(response: AnyKind, circle: Circle, address: str) -> AnyKind:
    """Set the cookie with this circle in front, if there is room for it."""
    addresses = addresses_with(circle, address)
    return keep_circles(response, addresses, declined=remembered().declined)


def _fitting(addresses: tuple[str, ...]) -> tuple[str, ...]:
    """Return as many addresses as a phone remembers.

    Those that change a circle stay longest, since nothing else may have them.
    """
    if len(addresses) <= MOST_CIRCLES:
        return addresses
    circles, held = circles_at(addresses), remembered().addresses

    def rank(address: str) -> int:
        if circles[address].changes != address:
            return 2
        return 0 if address in held else 1

    kept = sorted(circles, key=rank)[:MOST_CIRCLES]
    return tuple(address for address in addresses if address in kept)


def keep_circles(response: AnyKind, addresses: Iterable[str], *, declined: bool = False) -> AnyKind:
    """Set the cookie with these circles, or as many as fit."""
    kept = _fitting(tuple(addresses))
    if Remembered(kept, declined) == remembered():
        return response
    return keep_signed(response, COOKIE, signed(COOKIE, {"a": kept, "d": declined}))


def gone_circles(found: Container[str]) -> tuple[str, ...]:
    """Return the remembered addresses that lead nowhere; flash a note about them.

    ``found`` are those that lead to a circle. An update that a page asks for leaves them to the
    page that somebody opens.
    """
    mine = session.get(REPLACED, ())
    gone = tuple(
        address
        for address in remembered().addresses
        if address not in found and address not in mine
    )
    if not gone or request.headers.get(SENT_BY) == LIVE:
        return ()
    words = ngettext(
        "%(num)s circle isn’t in this phone’s list any more: it was deleted, or has a new address. "
        "Ask for the new address.",
        "%(num)s circles aren’t in this phone’s list any more: they were deleted, or have new "
        "addresses. Ask for the new addresses.",
        len(gone),
    )
    flash(words, "warn")
    return gone


def without_circles(response: AnyKind, gone: Container[str]) -> AnyKind:
    """Set the cookie without these addresses."""
    held = remembered()
    left = [address for address in held.addresses if address not in gone]
    return keep_circles(response, left, declined=held.declined)
