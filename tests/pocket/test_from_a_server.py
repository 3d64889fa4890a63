"""The zip of a release, unpacked on a server that sends it below /pocket/."""

import shutil
from pathlib import Path

from tests.browser.evening import Evening, first_rounds
from tests.faults.forked import forking
from tests.games.whole_game import points_after, read
from tests.pocket.phone import Host, PocketPhone, app_is_up
from tests.pocket.test_hosts import NOISE
from tests.pocket.test_taken_along import shown_totals


def test_phone_installs_it_from_a_server_and_plays_in_flight_mode(
    browser_path: Path, host: Host, pocket: Path, tmp_path: Path
) -> None:
    packed = shutil.make_archive(str(tmp_path / "pocket"), "zip", pocket)
    unpacked = tmp_path / "unpacked"
    shutil.unpack_archive(packed, unpacked)
    phone, whole = PocketPhone(browser_path, tmp_path / "fresh", host), read("jamaican")
    with forking(tmp_path / "club", KALOOKI_POCKET_FOLDER=str(unpacked)) as server:
        phone.watch.allow(f"asked another host: {server.url}")
        phone.watch.allow(NOISE)
        with phone.switched_on(base_url=f"{server.url}/pocket/") as page:
            phone.open(page)
            server.kill()
            page.context.set_offline(True)
            page.goto("./")
            app_is_up(page)
            evening = Evening(page, whole, by_thumb=False)
            table = evening.begin()
            evening.play(first_rounds(whole, 1))
            assert shown_totals(page, table) == points_after(whole, 1)
    assert not list(phone.watch.unexpected())
