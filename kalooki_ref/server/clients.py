"""Which client sent a request; limits count by it."""

from ipaddress import IPv6Network, ip_address

from werkzeug.http import parse_list_header

from kalooki_ref.server.stream_hub import AsgiMessage

# Prefix length: providers delegate a /48 to one household at most.
HOUSEHOLD = 48
FORWARDED_FOR = b"x-forwarded-for"


def household(address: str) -> str:
    """Return the key for an address: of IPv6 only the prefix; devices change the rest at will."""
    try:
        known = ip_address(address)
    except ValueError:
        return "unknown"
    if known.version == 4:
        return str(known)
    return str(IPv6Network((int(known), HOUSEHOLD), strict=False))


def client_of(scope: AsgiMessage, proxies: int) -> str:
    """Return the key of a request's client, as seen by the first of ``proxies`` trusted proxies.

    It is the same address that Werkzeug's ProxyFix makes the request's.
    """
    named = [value.decode("latin1") for name, value in scope["headers"] if name == FORWARDED_FOR]
    hops = parse_list_header(",".join(named)) if proxies else []
    return household(hops[-proxies] if 0 < proxies <= len(hops) else scope["client"][0])
