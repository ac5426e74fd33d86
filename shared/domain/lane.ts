/**
 * Calls that share a limiter and a breaker. Summaries, ranks and columns are extras, and a service may limit them
 * separately: their throttles and failures do not slow or stop the reading of lists, nor the reverse.
 */
export type Lane = 'lists' | 'ranks' | 'summaries' | 'columns';

export const lanes: readonly Lane[] = ['lists', 'ranks', 'summaries', 'columns'];
