"""Planted faults: live updates between phones, takeovers, and storage in the pocket."""

from tests.faults.planted_fault import Planted

DELETED = "tests/pocket/test_what_browsers_delete.py"
PHONES = (
    Planted(
        "a take-over runs out before anybody could see it",
        "kalooki_ref/web/phones/takeover.py",
        "fromisoformat(link.takeover_at) + TO_BE_SHOWN + TO_OBJECT",
        "fromisoformat(link.takeover_at) + TO_OBJECT",
        "tests/web/phones/test_takeover.py",
    ),
    Planted(
        "nobody notes that a take-over is shown",
        "kalooki_ref/web/phones/news.py",
        "            note_takeover_shown(opened.id)",
        "            pass",
        "tests/web/phones/test_takeover.py",
    ),
    Planted(
        "a player's own count is overruled in silence",
        "kalooki_ref/web/table/round/own_counts.py",
        "return bool(self.here) and not self.is_same",
        "return False",
        "tests/web/table/test_hand.py",
    ),
    Planted(
        "a page of a game that has no fields stands still",
        "static/js/live.js",
        "!('keeps' in page || document.querySelector(FIELDS))",
        "false",
        "tests/browser/test_live_everywhere.py -k without_fields",
    ),
    Planted(
        "a restored game stays away on the phones that had it open",
        "static/js/live.js",
        "const beOut = (words) => {\n",
        "const beOut = (words) => {\n  close();\n  clearTimeout(watch);\n",
        "tests/browser/test_live_everywhere.py -k restored",
    ),
    Planted(
        "files that a browser deleted stay away",
        "kalooki_ref/pocket/site/worker/files.js",
        "    await stored.put(from(file.address), await unpacked(file, () => {}));\n",
        "",
        f"{DELETED} -k files",
    ),
    Planted(
        "games that a browser deleted stay away",
        "kalooki_ref/pocket/site/sw.js",
        "    await storage.putBack();\n",
        "",
        f"{DELETED} -k memory",
    ),
    Planted(
        "pockets of one host share their games",
        "kalooki_ref/pocket/site/worker/names.js",
        "export const DATABASE = `kalooki ${FOLDER}`;",
        "export const DATABASE = 'kalooki of all';",
        f"{DELETED} -k are_separate",
    ),
    Planted(
        "one failed opening of a phone's storage fails for good",
        "kalooki_ref/pocket/site/worker/storage.js",
        "() => { forget(); reject(request.error); }",
        "() => reject(request.error)",
        "tests/pocket/test_lasting.py -k died_silently",
    ),
    Planted(
        "a reload in the pocket shows the game without the call that waits",
        "kalooki_ref/pocket/site/sw.js",
        "waitingForms ? null : ",
        "",
        "tests/pocket/test_what_pages_show.py -k reload",
    ),
    Planted(
        "a message in the pocket comes back at each start",
        "kalooki_ref/pocket/site/worker/storage.js",
        "body: withoutMessages(body)",
        "body",
        "tests/pocket/test_what_pages_show.py -k message",
    ),
    Planted(
        "a second tab of the pocket hears nothing",
        "kalooki_ref/pocket/site/sw.js",
        "      if (sent.method === 'POST') await tellOthers(event);\n",
        "",
        "tests/pocket/test_what_pages_show.py -k second_tab",
    ),
    Planted(
        "half a module passes for an old browser",
        "kalooki_ref/pocket/site/start/start.js",
        "    if (body.byteLength < bytes) return CUT;\n",
        "",
        "tests/pocket/test_hosts.py -k cut_off",
    ),
    Planted(
        "a portal's page passes for the worker",
        "kalooki_ref/pocket/site/start/start.js",
        "(answer.ok && type.startsWith('text/html'))",
        "!answer.ok",
        "tests/pocket/test_hosts.py -k portal",
    ),
)
