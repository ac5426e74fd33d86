"""Calls AWS for the deploy test, with the botocore that the emulator brings along.

Reads one JSON object a line, {"service", "operation", "input"}, and answers each with a line, {"output"} or {"error"}.
"""

import json
import sys

import botocore.session

session = botocore.session.get_session()
clients = {}

for line in sys.stdin:
    call = json.loads(line)
    try:
        service = call["service"]
        if service not in clients:
            clients[service] = session.create_client(service)
        output = clients[service]._make_api_call(call["operation"], call["input"])
        output.pop("ResponseMetadata", None)
        answer = {"output": output}
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer, default=str), flush=True)
