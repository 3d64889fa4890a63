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
from kalooki_ref.words.number_words import number_word, place_word, round_count

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


def _comeback(game: Game, award: Award) -> str:
    return _(
        "%(place)s after %(rounds)s, first in the end.",
        place=capital(place_word(award.number)),
        rounds=round_count(game, award.other),
    )


def _start_to_finish(game: Game, award: Award) -> str:
    return _("Led after each of %(rounds)s.", rounds=round_count(game, award.number))


def _finisher(game: Game, award: Award) -> str:
    rounds = round_count(game, award.number)
    return _("Went out in %(rounds)s. Nobody went out more often.", rounds=rounds)


def _bender(game: Game, award: Award) -> str:
    bent = capital(_(game.system.words.bent))
    if award.round:
        first = _bent_once(game, bent, award.round)
    else:
        first = _("%(bent)s in %(rounds)s.", bent=bent, rounds=round_count(game, award.other))
    if not award.number:
        return first
    cost = ngettext(
        "It cost the others %(num)s point.", "It cost the others %(num)s points.", award.number
    )
    return f"{first} {cost}"


def _bent_once(game: Game, bent: str, number: int) -> str:
    if game.system.is_open_ended:
        return _("%(bent)s in hand %(number)s.", bent=bent, number=number)
    return _("%(bent)s in round %(number)s.", bent=bent, number=number)


def _so_close(game: Game, award: Award) -> str:
    if award.other:
        led, rounds = number_word(award.number), round_count(game, award.other)
        return _("Led for %(led)s of %(rounds)s.", led=led, rounds=rounds)
    return ngettext(
        "Only %(num)s point behind first place.",
        "Only %(num)s points behind first place.",
        award.number,
    )


def _steady_hand(game: Game, award: Award) -> str:
    rounds = round_count(game, len(game.scored))
    if award.other <= 2:
        return _("First or second after each of %(rounds)s.", rounds=rounds)
    if award.number > 1:
        return _("Only two different places in %(rounds)s.", rounds=rounds)
    place = capital(place_word(award.other))
    return _("%(place)s after each of %(rounds)s.", place=place, rounds=rounds)


def _close_shave(game: Game, award: Award) -> str:
    count, points = abs(award.number), signed(award.number)
    if game.system.is_open_ended:
        first = ngettext(
            "Lost hand %(number)s with %(points)s point.",
            "Lost hand %(number)s with %(points)s points.",
            count,
            points=points,
            number=award.round,
        )
        record = _("Nobody lost a hand more cheaply.")
    else:
        first = ngettext(
            "Lost round %(number)s with %(points)s point.",
            "Lost round %(number)s with %(points)s points.",
            count,
            points=points,
            number=award.round,
        )
        record = _("Nobody lost a round more cheaply.")
    return f"{first} {record}" if award.is_record else first


def _first_voice(game: Game, award: Award) -> str:
    first = ngettext("%(num)s call in the game.", "%(num)s calls in the game.", award.number)
    if call_limit(game.system) is None:
        return first
    return f"{first} {_('Never one too many.')}"


def _iron_nerves(game: Game, award: Award) -> str:
    return _("Not one call in %(rounds)s.", rounds=round_count(game, award.number))


def _photo_finish(game: Game, award: Award) -> str:
    names = [
        one.player.name
        for one in standings(game)
        if one.place and one.points == award.number and one != award.standing
    ]
    points = signed(award.number)
    return _("Level with %(names)s on %(points)s.", names=joined(names), points=points)


def _good_sport(game: Game, award: Award) -> str:
    count, points = abs(award.number), signed(award.number)
    if not award.round:
        return _("There at the end, with %(points)s.", points=points)
    if game.system.is_open_ended:
        first = ngettext(
            "%(points)s point in hand %(number)s.",
            "%(points)s points in hand %(number)s.",
            count,
            points=points,
            number=award.round,
        )
    else:
        first = ngettext(
            "%(points)s point in round %(number)s.",
            "%(points)s points in round %(number)s.",
            count,
            points=points,
            number=award.round,
        )
    last = max(past.number for past in game.scored if past.score_of(award.standing.player.number))
    return f"{first} {_('Played on.') if award.round < last else _('Stayed to the end.')}"


_SENTENCES: dict[Title, Callable[[Game, Award], str]] = {
    Title.COMEBACK: _comeback,
    Title.START_TO_FINISH: _start_to_finish,
    Title.FINISHER: _finisher,
    Title.BENDER: _bender,
    Title.SO_CLOSE: _so_close,
    Title.STEADY_HAND: _steady_hand,
    Title.CLOSE_SHAVE: _close_shave,
    Title.FIRST_VOICE: _first_voice,
    Title.IRON_NERVES: _iron_nerves,
    Title.PHOTO_FINISH: _photo_finish,
    Title.GOOD_SPORT: _good_sport,
}
