"""What this program calls itself, wherever it says so."""

from __future__ import annotations

import functools
from importlib.metadata import PackageNotFoundError, version
from typing import Final

DISTRIBUTION: Final = "hex-referee"


@functools.cache
def software() -> str:
    """Return the name of the distribution and its version, if it is installed."""
    try:
        return f"{DISTRIBUTION} {version(DISTRIBUTION)}"
    except PackageNotFoundError:  # run from a checkout
        return DISTRIBUTION
