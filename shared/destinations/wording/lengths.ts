/**
 * What one signal may take where people read it, in UTF-16 units. Together, at three bytes a unit, they stay under
 * 12,000 bytes, the least that a message of any kind may have: a part with a single signal always fits.
 */
export const longest = {
  buyerName: 100,
  /** Of a signal and of its buyer, where the two make a headline: with a part's number it has 150. */
  headlineName: 60,
  summaryLine: 300,
  signalName: 200,
  bridgeName: 80,
  factName: 40,
  factValue: 60,
  facts: 4,
  linkUrl: 2_000,
  routeId: 100,
} as const;
