/**
 * The one metric of our own: the sweeps that ended without a failure. A metric costs $0.30 a month, so everything else is in the
 * ledger and in the log. `stage` is the only dimension: each further one would make it many paid metrics.
 */
export const sweepsEnded = 'SweepsEnded';
export const metricNamespace = 'Signalpost';
export const stageDimension = 'stage';
