"""Host names and address of this machine on the local network, and URLs phones can open."""

import socket
from ipaddress import ip_address
from threading import Thread
from urllib.parse import urlsplit

from flask import current_app

# TEST-NET-1. Connecting a UDP socket sends nothing, but selects our address on the network.
TEST_ADDRESS = "192.0.2.1"


def own_names() -> set[str]:
    """Return this machine's names: localhost, its host name, and the same name under .local."""
    name = socket.gethostname().lower()
    return {"localhost", name, f"{name.split('.')[0]}.local"}


def is_this_machine(name: str) -> bool:
    """Whether a host name is localhost or a loopback address."""
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


def lan_address() -> str | None:
    """Return this machine's address on its network, or None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((TEST_ADDRESS, 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


def name_on_network() -> str:
    """Return a name that resolves to this machine's LAN address; empty if there is none.

    Unlike the address, the name stays the same when DHCP assigns another one. Blocks for seconds
    where the resolver is slow.
    """
    address = lan_address()
    names = sorted(name for name in own_names() if "." in name)
    return next((name for name in names if address and address in _addresses(name)), "")


class NameLookup:
    """Look up the network name in a background thread."""

    def __init__(self) -> None:
        self.name = ""
        self._thread = Thread(target=self._look, daemon=True)
        self._thread.start()

    def result(self, *, within: float) -> str:
        """Wait up to ``within`` seconds for the name; empty if it isn't known by then."""
        self._thread.join(within)
        return self.name

    def _look(self) -> None:
        self.name = name_on_network()


def is_out_of_reach(host: str) -> bool:
    """Whether the app listens on loopback only, so that phones can't reach it."""
    return current_app.config["ONLY_THIS_MACHINE"] and is_this_machine(host)


def reachable(address: str) -> str:
    """Return a URL of this app with a host that other phones can reach."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if is_out_of_reach(host):
        return address
    outside = _outside(host)
    place = f"{outside}:{parts.port}" if parts.port else outside
    return parts._replace(netloc=place).geturl() if outside else address


def _outside(host: str) -> str:
    """Return the host to use instead of ``host``; empty if phones can use ``host`` as it is."""
    address = lan_address() or ""
    if host == address or is_this_machine(host):
        return current_app.config["MACHINE_NAME"] or address
    return ""


def _addresses(name: str) -> set[str]:
    try:
        return {str(found[4][0]) for found in socket.getaddrinfo(name, None, socket.AF_INET)}
    except OSError:
        return set()
