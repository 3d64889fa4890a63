"""The headline of a game: who leads and who is next, who won and how."""

from collections.abc import Callable

from kalooki_ref.game.ranking import Standing, leaders, standings
from kalooki_ref.game.state import Game
from kalooki_ref.game.story import Plot, Story, story_of
from kalooki_ref.words.amounts import capital, signed
from kalooki_ref.words.game_words import joined
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext
from kalooki_ref.words.number_words import number_word, place_word, played_count, round_count


def winner_headline(game: Game) -> str:
    """Return who wins: "Rose wins", or "Rose and Jo win" for a shared first place; or empty."""
    first = leaders(game)
    if not first:
        return ""
    names = joined([player.name for player in first])
    return ngettext("%(names)s wins", "%(names)s win", len(first), names=names)


def lead_headline(game: Game) -> str:
    """Return who leads: "Mina leads by 1"; empty before anything is scored."""
    first, rest = _parted(game)
    if not first:
        return ""
    names = joined([row.player.name for row in first])
    if len(first) > 1:
        points = signed(first[0].points)
        return _("%(names)s lead with %(points)s", names=names, points=points)
    lead = rest[0].points - first[0].points if rest else 0
    if lead:
        # Other languages count the points.
        return ngettext("%(name)s leads by %(num)s", "%(name)s leads by %(num)s", lead, name=names)
    return _("%(name)s leads", name=names)


def next_line(game: Game) -> str:
    """Return who is next: "Rose is next, then Jo, 6 behind"; empty if the headline has it."""
    first, rest = _parted(game)
    if not first or not rest or len(first) + len(rest) < 3:
        return ""
    second = [row for row in rest if row.place == rest[0].place]
    others = rest[len(second) :]
    if len(first) > 1 or len(second) > 1 or not others:
        return _next_place(second, rest[0].points - first[0].points)
    behind = others[0].points - first[0].points
    if not behind:
        return _next_place(second, behind)
    third = [row for row in others if row.place == others[0].place]
    return _("%(name)s is next, then %(other)s, %(points)s behind",
             name=_names(second), other=_names(third), points=behind)  # fmt: skip


def _next_place(level: list[Standing], behind: int) -> str:
    """Return who has the place after the leaders; more rounds won may be all that parts them."""
    names = _names(level)
    if not behind:
        return ngettext("%(names)s is next", "%(names)s are next", len(level), names=names)
    return ngettext(
        "%(names)s is next, %(points)s behind",
        "%(names)s are next, %(points)s behind",
        len(level),
        names=names,
        points=behind,
    )


def _names(rows: list[Standing]) -> str:
    return joined([row.player.name for row in rows])


def story_words(game: Game) -> str:
    """Return how the game was won, in one line; empty before anything is scored."""
    story = story_of(game)
    return _STORIES[story.plot](game, story)


def _parted(game: Game) -> tuple[list[Standing], list[Standing]]:
    """Return who leads, and the others at the table who have played."""
    placed = [row for row in standings(game) if row.place and not row.is_late]
    first = [row for row in placed if row.player in leaders(game)]
    return first, placed[len(first) :]


def _from_behind(game: Game, story: Story) -> str:
    return _(
        "%(place)s after %(rounds)s. First after %(number)s.",
        place=capital(place_word(story.place)),
        rounds=round_count(story.number),
        number=number_word(len(game.scored)),
    )


def _lead_lost(game: Game, story: Story) -> str:
    return _(
        "%(name)s led for %(led)s of %(rounds)s.",
        name=game.player(story.player).name,
        led=number_word(story.number),
        rounds=played_count(game, story.player),
    )


def _most_rounds(game: Game, story: Story) -> str:
    rounds = played_count(game, leaders(game)[0].number)
    return _(
        "Went out in %(number)s of %(rounds)s.", number=number_word(story.number), rounds=rounds
    )


def _took_lead(_game: Game, story: Story) -> str:
    return _("Took the lead in round %(number)s and kept it.", number=story.number)


def _stopped(game: Game, story: Story) -> str:
    last = len(game.system.contracts)
    return _("Stopped after round %(number)s of %(last)s.", number=story.number, last=last)


_STORIES: dict[Plot, Callable[[Game, Story], str]] = {
    Plot.NOTHING: lambda _game, _story: "",
    Plot.SHARED: lambda _game, story: _("Level on %(points)s.", points=signed(story.margin)),
    Plot.STOPPED: _stopped,
    Plot.TIE_BREAK: lambda _game, _story: _("Level on points, with more rounds won."),
    Plot.COMEBACK: _from_behind,
    Plot.LEAD_LOST: _lead_lost,
    Plot.LAST_ROUND: _from_behind,
    Plot.WIRE_TO_WIRE: lambda _game, _story: _("Led from start to finish."),
    Plot.MOST_ROUNDS: _most_rounds,
    Plot.TOOK_LEAD: _took_lead,
    Plot.MARGIN: lambda _game, story: ngettext(
        "Won by %(num)s point.", "Won by %(num)s points.", story.margin
    ),
}
