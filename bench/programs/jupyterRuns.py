"""The same with Jupyter's own client, which is native: `jupyterRuns.py <rounds>` prints JSON."""

import json
import sys
import time

from jupyter_client.manager import KernelManager


def milliseconds(act):
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


def execute(client):
    client.execute_interactive("1+1", allow_stdin=False, output_hook=lambda message: None)


manager = KernelManager(kernel_name="python3", transport="ipc", ip="kernel")
client = None


def begin():
    global client
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    execute(client)


start = milliseconds(begin)
trips = [milliseconds(lambda: execute(client)) for _ in range(int(sys.argv[1]))]
print(json.dumps({"start": start, "trips": trips}), flush=True)
client.stop_channels()
manager.shutdown_kernel(now=True)
