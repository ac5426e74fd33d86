/** The most of one text that a message shows, in UTF-16 units. */
export const longest = {
  /** A notification, which is read aloud too. */
  notification: 400,
  headline: 150,
  /** The buyer in the headline; its signal takes what is left. */
  headlineBuyer: 60,
  buyerName: 80,
  signalName: 150,
  bridgeName: 60,
  columnName: 40,
  /** A value that takes more is a text of its own. */
  shortValue: 60,
  sentence: 160,
  summarySentence: 240,
  person: 80,
  sourceName: 80,
  routeId: 64,
  linkUrl: 2_000,
} as const;
