"""What is practised under rules for which some questions can't be made."""

import pytest

from kalooki_ref.practice.makers import Level
from kalooki_ref.practice.questions import TEN, Place, Topic, question_at, topics_of
from kalooki_ref.practice.subjects import HandHeld, HandScored, JokerMoved, TwoLays
from kalooki_ref.referee.advice.question import StepBudget
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import with_changes, with_choices
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.practice.own_systems import turned_together
from tests.practice.test_questions import QUESTIONS, is_yes, questions

# Work of all searches for one question, at most: about 50 ms.
MOST_WORK = 30_000
OWN = [
    ("runs that don't grow", with_changes(system_of("jamaican"), {"run_max": "4"})),
    ("no jokers", with_changes(system_of("kalooki40"), {"jokers": "0"})),
    ("dear opening", with_changes(system_of("kalooki40"), {"opening": "130"})),
    *turned_together(QUESTIONS // 30, seed=1),
]
own_rules = pytest.mark.parametrize("system", [rules for _, rules in OWN], ids=[n for n, _ in OWN])
OF_TOPIC = {Topic.COST: HandScored, Topic.DOWN: HandHeld, Topic.LAY: TwoLays}


def with_contract(size: int, **contract: int) -> RuleSystem:
    asked = {"is": "Contract", "sets": 0, "runs": 0, **contract}
    return with_choices(system_of("jamaican"), {"contracts": [asked], "deals": [size]})


@pytest.mark.parametrize(
    "system",
    [
        *(with_changes(system, {"jokers": "0"}) for system in SYSTEMS),
        with_contract(16, sets=2, set_size=8),
        with_contract(13, runs=1, run_size=13),
    ],
    ids=[*(system.slug for system in SYSTEMS), "sets of eight", "run of thirteen"],
)
def test_each_topic_asks_about_its_own_kind(system: RuleSystem) -> None:
    for topic in {*topics_of(system)} & {*OF_TOPIC}:
        asked = questions(topic, system, TEN)
        assert {type(subject) for subject in asked} == {OF_TOPIC[topic]}


@own_rules
def test_about_half_of_each_ten_are_legal_and_none_comes_twice(system: RuleSystem) -> None:
    for topic in topics_of(system):
        asked = questions(topic, system, 2 * TEN)
        assert len({*asked}) == len(asked)
        if topic is not Topic.COST:
            for ten in (asked[:TEN], asked[TEN:]):
                assert 4 <= sum(is_yes(one, system) for one in ten) <= 6


@own_rules
def test_search_for_a_question_is_short(
    system: RuleSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent: list[int] = []
    spend = StepBudget.spend

    def counted(budget: StepBudget, work: int) -> None:
        spent.append(work)
        spend(budget, work)

    monkeypatch.setattr(StepBudget, "spend", counted)
    for topic in topics_of(system):
        for number in range(TEN):
            spent.clear()
            question_at(topic, Place(3, number), system, Level.HARD)
            assert sum(spent) <= MOST_WORK


def test_joker_is_not_moved_where_it_never_can_be() -> None:
    system = with_changes(system_of("jamaican"), {"run_max": "4"})
    assert not [one for one in questions(Topic.LEGAL, system) if isinstance(one, JokerMoved)]


@pytest.mark.parametrize("slug", ["jamaican", "caribbean", "kooky", "standard"])
@pytest.mark.parametrize("house", [{}, {"extra_melds": "any"}, {"extra_melds": "never"}])
def test_lays_are_asked_about_without_jokers(slug: str, house: dict[str, str]) -> None:
    system = with_changes(system_of(slug), {"jokers": "0", **house})
    assert Topic.LAY in topics_of(system)
    for subject in questions(Topic.LAY, system, TEN):
        assert isinstance(subject, TwoLays)
        assert system.max_calls is None or subject.calls <= system.max_calls


def test_hands_are_not_asked_about_where_hardly_any_come_down() -> None:
    system = with_changes(system_of("kalooki40"), {"opening": "130"})
    assert Topic.DOWN not in topics_of(system)
