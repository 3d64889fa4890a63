"""Every page and every door for programs, a line each."""

from kalooki_ref.web.access.drafts import blueprint as drafts
from kalooki_ref.web.access.theme import blueprint as theme
from kalooki_ref.web.advice.hands import blueprint as hands
from kalooki_ref.web.api.api import blueprint as api
from kalooki_ref.web.board.boards import blueprint as boards
from kalooki_ref.web.board.jokers import blueprint as board_jokers
from kalooki_ref.web.board.lays import blueprint as board_lays
from kalooki_ref.web.board.tacks import blueprint as board_tacks
from kalooki_ref.web.check.jokers import blueprint as joker_checks
from kalooki_ref.web.check.lays import blueprint as lay_checks
from kalooki_ref.web.check.melds import blueprint as checks
from kalooki_ref.web.check.tacks import blueprint as tack_checks
from kalooki_ref.web.count.count import blueprint as counts
from kalooki_ref.web.design import blueprint as design
from kalooki_ref.web.games.games import blueprint as games
from kalooki_ref.web.history.downloads import blueprint as downloads
from kalooki_ref.web.history.history import blueprint as history
from kalooki_ref.web.history.undoings import blueprint as undoings
from kalooki_ref.web.home import blueprint as home
from kalooki_ref.web.house_rules.houses import blueprint as houses
from kalooki_ref.web.middleware.assets import blueprint as assets
from kalooki_ref.web.middleware.health import blueprint as health
from kalooki_ref.web.players.players import blueprint as players
from kalooki_ref.web.round.rounds import blueprint as rounds
from kalooki_ref.web.rulebook.rulebook import blueprint as rulebook
from kalooki_ref.web.standings.standings import blueprint as standings
from kalooki_ref.web.table.calls import blueprint as calls
from kalooki_ref.web.table.lays import blueprint as lays
from kalooki_ref.web.table.stock import blueprint as stock
from kalooki_ref.web.table.table import blueprint as table

BLUEPRINTS = (
    api,
    health,
    assets,
    design,
    theme,
    downloads,
    drafts,
    rounds,
    standings,
    calls,
    checks,
    lay_checks,
    tack_checks,
    joker_checks,
    boards,
    board_lays,
    board_tacks,
    board_jokers,
    counts,
    games,
    hands,
    history,
    home,
    houses,
    lays,
    players,
    rulebook,
    stock,
    table,
    undoings,
)
