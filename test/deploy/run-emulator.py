"""Runs the AWS emulator, which refuses alarms on metric math from a template.

Here such an alarm watches the one metric of its expression. No alarm of the deploy test is raised by figures: they
are all set by hand.
"""

import sys

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


provisioners._cw_metric_alarm_record = _record_of_one_metric
sys.exit(main())
