"""Planted faults: questions to practise with that are unfair, come twice or don't come back."""

from tests.faults.planted_fault import Planted

QUESTIONS = "tests/practice/test_questions.py"
HANDS = "tests/practice/test_hands.py"

PRACTICE = (
    Planted(
        "most questions are about legal play",
        "kalooki_ref/practice/makers.py",
        "    return verdict.legal is wanted.is_legal and not verdict.assumes",
        "    return verdict.legal and not verdict.assumes",
        f"{QUESTIONS} -k half",
    ),
    Planted(
        "a question comes twice within a hundred",
        "kalooki_ref/practice/questions.py",
        "% count == self.number % count",
        "% count >= 0",
        f"{QUESTIONS} -k twice",
    ),
    Planted(
        "a lay is said to leave more than is left once a joker has moved",
        "kalooki_ref/practice/lay_maker.py",
        "return after.proved and after.leftover_after_discard == max(first, second)",
        "return after.proved",
        f"{HANDS} -k joker_moves",
    ),
    Planted(
        "a table without jokers is asked about jokers",
        "kalooki_ref/practice/makers.py",
        "return False\n    # What is on the board",
        "pass\n    # What is on the board",
        f"{QUESTIONS} -k without_jokers",
    ),
    Planted(
        "a hand that comes down is sought without end",
        "kalooki_ref/practice/questions.py",
        "islice(fitting, judged)",
        "islice(fitting, MOST_ATTEMPTS)",
        f"{QUESTIONS} -k few_searches",
    ),
    Planted(
        "a player who never came down holds a few cards",
        "kalooki_ref/practice/makers.py",
        "if is_down else system.deal_of(1)",
        "if is_down else 2",
        f"{QUESTIONS} -k never_came",
    ),
    Planted(
        "an answer that other tables read differently doesn't say so",
        "kalooki_ref/practice/subjects.py",
        "if outcome(subject, rules) not in same]",
        "if outcome(subject, rules) in same[2:]]",
        f"{QUESTIONS} -k hangs_on",
    ),
    Planted(
        "a missed question doesn't come back in the next ten",
        "kalooki_ref/practice/progress.py",
        "dict.fromkeys((*waiting, *wrong))",
        "dict.fromkeys(waiting)",
        "tests/web/learn/test_practise.py",
    ),
)
