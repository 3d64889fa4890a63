"""Awards in words: titles, and what each is for."""

from collections.abc import Callable

from kalooki_ref.game.awards import Award, Title
from kalooki_ref.game.ranking import standings
from kalooki_ref.game.state import Game
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.words.amounts import capital, signed
from kalooki_ref.words.game_words import joined
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l
from kalooki_ref.words.language import ngettext
from kalooki_ref.words.number_words import number_word, place_word, played_count, round_count

# Translators: titles of the cards that everybody gets, for any person.
_TITLES = {
    Title.COMEBACK: _l("The Comeback"),
    Title.START_TO_FINISH: _l("Start to Finish"),
    Title.FINISHER: _l("The Finisher"),
    Title.BENDER: _l("The Bender"),
    Title.SO_CLOSE: _l("So Close"),
    Title.STEADY_HAND: _l("Steady Hand"),
    Title.CLOSE_SHAVE: _l("Close Shave"),
    Title.FIRST_VOICE: _l("First Voice"),
    Title.IRON_NERVES: _l("Iron Nerves"),
    Title.PHOTO_FINISH: _l("Photo Finish"),
    Title.GOOD_SPORT: _l("Good Sport"),
}


def title_words(award: Award) -> str:
    """Return the title: "The Comeback"."""
    return str(_TITLES[award.title])


def award_words(game: Game, award: Award) -> str:
    """Return what the award is for: "Bent board in round 3. It cost the others 165 points."."""
    return _SENTENCES[award.title](game, award)


def awardee_words(award: Award) -> str:
    """Return who got it, with place and total: "Mina, third with 247"."""
    one = award.standing
    place, points = place_word(one.place or 0), signed(one.points)
    return _(
        "%(name)s, %(place)s with %(points)s", name=one.player.name, place=place, points=points
    )


def _comeback(_game: Game, award: Award) -> str:
    return _(
        "%(place)s after %(rounds)s, first in the end.",
        place=capital(place_word(award.number)),
        rounds=round_count(award.other),
    )


def _finisher(_game: Game, award: Award) -> str:
    rounds = round_count(award.number)
    return _("Went out in %(rounds)s. Nobody went out more often.", rounds=rounds)


def _bender(game: Game, award: Award) -> str:
    bent = capital(_(game.system.words.bent))
    if award.round:
        first = _("%(bent)s in round %(number)s.", bent=bent, number=award.round)
    else:
        first = _("%(bent)s in %(rounds)s.", bent=bent, rounds=round_count(award.other))
    if not award.number:
        return first
    cost = ngettext(
        "It cost the others %(num)s point.", "It cost the others %(num)s points.", award.number
    )
    return f"{first} {cost}"


def _so_close(game: Game, award: Award) -> str:
    if award.other:
        led = number_word(award.number)
        rounds = played_count(game, award.standing.player.number)
        return _("Led for %(led)s of %(rounds)s.", led=led, rounds=rounds)
    return ngettext(
        "Only %(num)s point behind first place.",
        "Only %(num)s points behind first place.",
        award.number,
    )


def _steady_hand(game: Game, award: Award) -> str:
    rounds = round_count(len(game.scored))
    if award.other <= 2:
        return _("First or second after each of %(rounds)s.", rounds=rounds)
    if award.number > 1:
        return _("Only two different places in %(rounds)s.", rounds=rounds)
    place = capital(place_word(award.other))
    return _("%(place)s after each of %(rounds)s.", place=place, rounds=rounds)


def _close_shave(_game: Game, award: Award) -> str:
    first = ngettext(
        "Lost round %(number)s with %(points)s point.",
        "Lost round %(number)s with %(points)s points.",
        abs(award.number),
        points=signed(award.number),
        number=award.round,
    )
    return f"{first} {_('Nobody lost a round more cheaply.')}" if award.is_record else first


def _first_voice(game: Game, award: Award) -> str:
    first = ngettext("%(num)s call in the game.", "%(num)s calls in the game.", award.number)
    if call_limit(game.system) is None:
        return first
    return f"{first} {_('Never one too many.')}"


def _photo_finish(game: Game, award: Award) -> str:
    names = [
        row.player.name
        for row in standings(game)
        if row.place and not row.is_late
        if row.points == award.number and row != award.standing
    ]
    points = signed(award.number)
    return _("Level with %(names)s on %(points)s.", names=joined(names), points=points)


def _good_sport(game: Game, award: Award) -> str:
    count, points = abs(award.number), signed(award.number)
    if not award.round:
        return _("There at the end, with %(points)s.", points=points)
    first = ngettext(
        "%(points)s point in round %(number)s.",
        "%(points)s points in round %(number)s.",
        count,
        points=points,
        number=award.round,
    )
    played = [past.number for past in game.scored if past.score_of(award.standing.player.number)]
    if award.round < played[-1]:
        return f"{first} {_('Played on.')}"
    return f"{first} {_('Stayed to the end.')}" if played[-1] == game.scored[-1].number else first


_SENTENCES: dict[Title, Callable[[Game, Award], str]] = {
    Title.COMEBACK: _comeback,
    Title.START_TO_FINISH: lambda _game, award: _(
        "Led after each of %(rounds)s.", rounds=round_count(award.number)
    ),
    Title.FINISHER: _finisher,
    Title.BENDER: _bender,
    Title.SO_CLOSE: _so_close,
    Title.STEADY_HAND: _steady_hand,
    Title.CLOSE_SHAVE: _close_shave,
    Title.FIRST_VOICE: _first_voice,
    Title.IRON_NERVES: lambda _game, award: _(
        "Not one call in %(rounds)s.", rounds=round_count(award.number)
    ),
    Title.PHOTO_FINISH: _photo_finish,
    Title.GOOD_SPORT: _good_sport,
}
