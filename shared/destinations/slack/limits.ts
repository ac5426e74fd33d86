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
