/** How long a call for a list, for the rows of a bridge or for its columns may take. */
export const listCallMs = 15_000;
/** The service may generate the summary within the call. */
export const summaryCallMs = 60_000;
