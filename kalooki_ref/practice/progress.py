"""Progress through ten questions: wrong ones come back, right answers raise the level."""

from dataclasses import dataclass

from kalooki_ref.practice.makers import Level
from kalooki_ref.practice.questions import TEN

RIGHT, WRONG = "r", "w"
# A question comes back until it is answered, but a set ends some time.
MOST_ANSWERS = 60
# Right answers in excess of wrong ones that raise the level by one.
STEP = 3
# The places in a ten where questions missed in earlier ones come back, from 0.
RETURNS = (2, 5, 8)
# Missed questions that wait for a later ten; the oldest are forgotten.
MOST_MISSED = 9


@dataclass(frozen=True, slots=True)
class Numbered:
    """A question by its number in the sequence, from 0, and the level it is asked at."""

    number: int
    level: Level


@dataclass(frozen=True, slots=True)
class Progress:
    """The answers to the ``ten``-th ten in order, "r" or "w", and the level at which it began.

    ``missed`` are questions of earlier tens that were answered wrongly there.
    """

    answers: str = ""
    began: Level = Level.EASY
    ten: int = 0
    missed: tuple[Numbered, ...] = ()

    @property
    def queue(self) -> list[int]:
        """The questions in the order asked, from 0; those answered wrongly are there again."""
        asked = list(range(TEN))
        for place, answer in enumerate(self.answers):
            if answer == WRONG:
                asked.append(asked[place])
        return asked

    @property
    def is_over(self) -> bool:
        """Whether every question has been answered correctly."""
        answered = len(self.answers)
        return answered >= MOST_ANSWERS or answered == len(self.queue)

    @property
    def current(self) -> int:
        """The question to answer now, from 0."""
        return self.queue[len(self.answers)]

    @property
    def is_back(self) -> bool:
        """Whether the question to answer now was answered wrongly before."""
        return len(self.answers) >= TEN or self.current in self._returning

    @property
    def right_at_once(self) -> int:
        """How many of the ten were answered correctly the first time."""
        return self.answers[:TEN].count(RIGHT)

    def is_made_good(self, question: int) -> bool | None:
        """Return whether the last answer to a question was right; None if it has none yet."""
        asked = zip(self.queue, self.answers, strict=False)
        given = [answer for number, answer in asked if number == question]
        return given[-1] == RIGHT if given else None

    def numbered(self, question: int) -> Numbered:
        """Return which question of the sequence is asked as one of the ten."""
        fresh = Numbered(self.ten * TEN + question, self._level_of(question))
        return self._returning.get(question, fresh)

    @property
    def reached(self) -> Level:
        """The level of the next set."""
        return self._level_of(TEN)

    @property
    def missed_after(self) -> tuple[Numbered, ...]:
        """The questions that come back in later tens."""
        waiting = self.missed[len(RETURNS) :]
        wrong = [
            self.numbered(number)
            for number in range(TEN)
            if self.answers[number : number + 1] == WRONG
        ]
        return tuple(dict.fromkeys((*waiting, *wrong)))[-MOST_MISSED:]

    @property
    def _returning(self) -> dict[int, Numbered]:
        """The missed questions that come back in this ten, by their places."""
        return dict(zip(RETURNS, self.missed, strict=False))

    def _level_of(self, question: int) -> Level:
        """Return the level at which a question was first asked; it keeps that when it returns."""
        before = self.answers[:question]
        gained = before.count(RIGHT) - before.count(WRONG)
        return Level(min(Level.HARD, max(Level.EASY, self.began + gained // STEP)))
