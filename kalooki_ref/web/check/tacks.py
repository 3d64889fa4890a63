"""Check a tack without a game: which cards, and at which end."""

from typing import Any

from flask import request
from flask_babel import gettext as _

from kalooki_ref.cards import Card
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.meld import End, Meld, MeldKind
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.check.acts import check_pages
from kalooki_ref.web.messages.cards import Said, filled, listed


class TackCheck:
    """Cards that make a meld longer."""

    noun = "tack"

    def judge(
        self,
        target: Meld,
        cards: tuple[Card, ...],
        system: RuleSystem,
        *,
        down: bool,
        supply: Supply,
    ) -> Verdict:
        sent = request.args.get("end", "")
        end = End(sent) if sent in list(End) else None
        return judge_tack(target, cards, system, end=end, down=down, supply=supply)

    def said(self, target: Meld, cards: tuple[Card, ...], system: RuleSystem) -> Said:
        word = _(system.words.set if target.kind is MeldKind.SET else system.words.run)
        return filled(_("%(cards)s may go to this %(meld)s."), cards=listed(cards), meld=word)

    def fields(self, _system: RuleSystem) -> dict[str, Any]:
        return {"end": request.args.get("end", "")}

    def empty_words(self) -> str:
        return _("Tap the meld on the table, then the cards to add.")


blueprint = check_pages(TackCheck())
