/** Slack's limits for a message, and ours where Slack names none. Texts in UTF-16 units, as Slack counts. */
export const slackLimits = {
  blocks: 50,
  headerText: 150,
  contextElements: 10,
  linkUrl: 3_000,
  /** Near 13,200 Slack answers `msg_blocks_too_long`; measured there in characters, kept here in bytes. */
  blocksJsonBytes: 12_000,
  /** Of a message without blocks; Slack cuts the `text` of one at 40,000, wherever that falls. */
  plainText: 38_000,
} as const;

/**
 * What one signal may take. Together, at three bytes a unit, they stay under `blocksJsonBytes`: a part with a
 * single signal always fits.
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
