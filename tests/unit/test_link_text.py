"""Data as text for links, and its checksum."""

import base64
import zlib

import pytest

from kalooki_ref.rules.house_text import VERSION, house_of_text, house_text
from kalooki_ref.rules.link_text import CHECKSUM_BYTES, bytes_of, data_of_link, link_text
from kalooki_ref.rules.overrides import HouseRules


def test_data_is_read_as_written_with_or_without_further_letters() -> None:
    data = b"[20,2,0]" * 30
    assert data_of_link(link_text(data), most=240) == data
    assert data_of_link(link_text(data) + "and-more", most=240) == data


def test_larger_data_is_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        data_of_link(link_text(b"0" * 241), most=240)


def test_points_that_zlib_would_take_for_others_are_refused() -> None:
    """Its checksum is the same for 0, 2, 0 and 1, 0, 1."""
    right, wrong = b"[0,2,0]", b"[1,0,1]"
    assert zlib.adler32(right) == zlib.adler32(wrong)
    mixed = (
        bytes_of(link_text(right))[:CHECKSUM_BYTES] + bytes_of(link_text(wrong))[CHECKSUM_BYTES:]
    )
    with pytest.raises(ValueError, match="damaged"):
        data_of_link(base64.urlsafe_b64encode(mixed).decode(), most=100)


def test_house_rules_in_a_link_of_an_earlier_release_are_read() -> None:
    house = HouseRules("Sunday", "jamaican", (("max_calls", "4"),))
    data = data_of_link(house_text(house).removeprefix(VERSION), most=1000)
    earlier = base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    assert house_of_text(earlier) == house_of_text(house_text(house)) == house
