"""Run events that are valid by the OpenLineage core schema 2-0-2, as the tests that send some share them."""
import json
import uuid


def run_event(number=0, state="COMPLETE"):
    """One event as a line without its end; another number is another run."""
    return json.dumps({
        "eventType": state,
        "eventTime": "2026-08-03T19:40:00.000Z",
        "run": {"runId": str(uuid.UUID(int=number + (7 << 76) + (2 << 62)))},
        "job": {"namespace": "tests", "name": "job"},
        "producer": "https://example.com/tests",
        "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
    })
