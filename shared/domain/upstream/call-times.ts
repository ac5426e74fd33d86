/** Lists, rows of a bridge and its columns. */
export const listCallMs = 15_000;
/** The service may generate the summary within the call. */
export const summaryCallMs = 60_000;
