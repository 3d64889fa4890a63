"""Journeys of tests/browser/ inside a phone that needs no server: the same tests, another page.

A push plays a third of them, chosen by its commit's hash; KALOOKI_ROUNDS plays all, with that many
rounds of every system.
"""
# ruff: noqa: F401 - pytest collects what is imported here

from tests.browser.test_board_turns import (
    test_a_barred_lay_is_counted_at_the_end,
    test_a_joker_goes_into_a_new_meld_by_thumb,
)
from tests.browser.test_check import (
    test_a_board_is_kept_by_thumb,
    test_one_tap_and_the_cards_from_home_on_a_phone_that_has_played,
    test_the_verdict_fills_the_screen_and_turns_round,
    test_three_taps_and_the_cards_to_add_to_a_meld_from_a_cold_start,
)
from tests.browser.test_copies import (
    played,
    test_a_copy_is_saved_as_a_file_and_opened,
    test_a_link_brings_the_game_to_another_phone,
    test_results_leave_as_files_and_on_paper,
)
from tests.browser.test_evening import (
    test_every_system_is_played,
    test_the_table_without_a_word_typed_twice,
    test_what_cannot_be_is_asked_and_kept,
)
from tests.browser.test_hands import (
    either,
    test_a_hand_tapped_card_by_card,
    test_a_table_decides,
)
from tests.browser.test_languages import test_the_settings_change_it_and_keep_the_look
from tests.browser.test_rulebook import (
    test_house_rules_are_turned_refused_mended_and_kept,
    test_rules_are_sifted_while_one_types,
)
