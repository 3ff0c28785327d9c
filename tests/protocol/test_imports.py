from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
import protocol
for name in protocol.__all__:
    getattr(protocol, name)
print(*sorted({module.partition(".")[0] for module in sys.modules}))
"""


def test_the_protocol_loads_neither_trio_nor_the_referee():
    loaded = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, check=True, text=True
    ).stdout.split()

    assert "protocol" in loaded
    assert not {"trio", "referee", "tournaments", "asyncio", "socket"} & set(loaded)
