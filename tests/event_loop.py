"""Event loops for tests, in threads of their own.

Playwright keeps a loop running in the main thread of a process that has run a browser test, and a
thread can run only one.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a new event loop, like `asyncio.run`."""
    return in_own_thread(asyncio.run, coroutine)


def in_own_thread(
    function: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
) -> Result:
    """Call a function in a new thread and return its result."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(function, *args, **kwargs).result()
