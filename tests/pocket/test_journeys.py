"""Runs the journeys of tests/browser/ in the pocket: the same tests with another `page` fixture.

A push runs a fifth of them; KALOOKI_ROUNDS sets the rounds of every system.
"""
# ruff: noqa: F401 - pytest collects what is imported here

import pytest

from tests.browser.conftest import either
from tests.browser.test_board_turns import (
    test_barred_lay_counts_at_the_end_of_the_round,
    test_joker_is_laid_in_a_new_meld_by_thumb,
)
from tests.browser.test_check import (
    test_check_takes_one_tap_on_a_phone_with_remembered_rules,
    test_checking_a_tack_takes_three_taps_on_a_new_phone,
    test_full_screen_verdict_can_be_flipped,
)
from tests.browser.test_copies import (
    played,
    test_copy_is_saved_as_a_file_and_opened,
    test_file_from_another_time_zone_shows_its_own_dates,
    test_link_brings_the_game_to_another_phone,
    test_results_can_be_downloaded_and_printed,
)
from tests.browser.test_evening import (
    test_every_system_is_played,
    test_half_typed_round_survives_reload_and_back,
    test_impossible_scores_are_questioned_and_can_be_saved,
)
from tests.browser.test_family_evening import test_familys_evening_of_eleven
from tests.browser.test_first_game import test_swiped_card_does_not_come_back
from tests.browser.test_hands import (
    test_advice_follows_the_tables_setting,
    test_hand_is_entered_card_by_card,
)
from tests.browser.test_languages import test_settings_change_the_language_and_keep_the_look
from tests.browser.test_recording import test_board_is_recorded_by_thumb
from tests.browser.test_rulebook import (
    test_house_rules_are_edited_validated_and_saved,
    test_search_filters_while_typing,
)
