"""Runs the AWS emulator, with two things done as AWS does them.

It refuses alarms on metric math from a template. Here such an alarm watches the one metric of its expression. No alarm
of the deploy test is raised by figures: they are all set by hand.

It names a table after its stack alone, so the table of a stack that is made anew would replace the one that the stack
before it had left behind, with all that is in it. AWS draws a new name for each, as the emulator does for buckets.
"""

import sys
import uuid

from ministack.app import main
from ministack.services.cloudformation import provisioners

_record = provisioners._cw_metric_alarm_record


def _record_of_one_metric(name, props):
    watched = [query["MetricStat"] for query in props.get("Metrics") or [] if "MetricStat" in query]
    if not watched:
        return _record(name, props)
    (stat,) = watched
    plain = {key: value for key, value in props.items() if key != "Metrics"}
    return _record(name, {**plain, **stat["Metric"], "Period": stat["Period"], "Statistic": stat["Stat"]})


_handlers = provisioners._RESOURCE_HANDLERS["AWS::DynamoDB::Table"]
_create_table = _handlers["create"]


def _create_table_of_its_own(logical_id, props, stack_name):
    # Kept with the resource, so that updates find the same name.
    if not provisioners._NAME_SEED.get():
        provisioners._NAME_SEED.set(uuid.uuid4().hex[:8])
    return _create_table(logical_id, props, stack_name)


provisioners._cw_metric_alarm_record = _record_of_one_metric
_handlers["create"] = _create_table_of_its_own
sys.exit(main())
