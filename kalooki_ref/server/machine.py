"""The machine that runs the app, on its network: its names, its address, what phones reach."""

import socket
from ipaddress import ip_address
from threading import Thread
from urllib.parse import urlsplit

from flask import current_app

# An address kept for examples: asking the way there sends nothing, but shows our own address.
SOMEWHERE = "192.0.2.1"


def own_names() -> set[str]:
    """Return the names of this machine: localhost, its host name, and that under .local."""
    name = socket.gethostname().lower()
    return {"localhost", name, f"{name.split('.')[0]}.local"}


def is_this_machine(name: str) -> bool:
    """Whether a host name means the machine it is used on, whichever that is."""
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


def lan_address() -> str | None:
    """Return this machine's address on its network, or None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((SOMEWHERE, 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


def name_on_network() -> str:
    """Return the name under which other machines find this one; empty where it has none.

    A name outlasts an address, which may be another one tomorrow. Looking it up can take seconds.
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

    def found(self, *, within: float) -> str:
        """Wait up to ``within`` seconds for the name; empty if it isn't known by then."""
        self._thread.join(within)
        return self.name

    def _look(self) -> None:
        self.name = name_on_network()


def is_out_of_reach(host: str) -> bool:
    """Whether phones can't open this app where this machine's browser has found it."""
    return current_app.config["ONLY_THIS_MACHINE"] and is_this_machine(host)


def reachable(address: str) -> str:
    """Return an address of this app under a name of this machine that other phones can reach."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if is_out_of_reach(host):
        return address
    outside = _outside(host)
    place = f"{outside}:{parts.port}" if parts.port else outside
    return parts._replace(netloc=place).geturl() if outside else address


def _outside(host: str) -> str:
    """Return where phones find this machine; empty where ``host`` is as good or the only way."""
    address = lan_address() or ""
    if host == address or is_this_machine(host):
        return current_app.config["MACHINE_NAME"] or address
    return ""


def _addresses(name: str) -> set[str]:
    try:
        return {str(found[4][0]) for found in socket.getaddrinfo(name, None, socket.AF_INET)}
    except OSError:
        return set()
