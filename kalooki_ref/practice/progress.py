"""Ten questions, and what came of them: wrong ones come back, right ones make it harder."""

from dataclasses import dataclass

from kalooki_ref.practice.makers import Level
from kalooki_ref.practice.questions import TEN

RIGHT, WRONG = "r", "w"
# A question comes back until it is answered, but a set ends some time.
MOST_ANSWERS = 60
# Right answers in excess of wrong ones that raise the level by one.
STEP = 3


@dataclass(frozen=True, slots=True)
class Progress:
    """The answers to a set of ten in order, "r" or "w", and the level at which it began."""

    answers: str = ""
    began: Level = Level.EASY

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
    def right_at_once(self) -> int:
        """How many of the ten were answered correctly the first time."""
        return self.answers[:TEN].count(RIGHT)

    def is_made_good(self, question: int) -> bool | None:
        """Return whether the last answer to a question was right; None if it has none yet."""
        asked = zip(self.queue, self.answers, strict=False)
        given = [answer for one, answer in asked if one == question]
        return given[-1] == RIGHT if given else None

    def level_of(self, question: int) -> Level:
        """Return the level at which a question was first asked; it keeps that when it returns."""
        before = self.answers[:question]
        gained = before.count(RIGHT) - before.count(WRONG)
        return Level(min(Level.HARD, max(Level.EASY, self.began + gained // STEP)))

    @property
    def reached(self) -> Level:
        """The level of the next set."""
        return self.level_of(TEN)
