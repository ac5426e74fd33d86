/** What a bridge's metadata says of one of its columns, as far as a digest needs it. */
export interface ColumnInfo {
  /** The display name, which the cells of a signal are found by. */
  readonly name: string;
  /** The service's base format (`date`, `currencyUnit`, `enumeration`…); null where it says none. */
  readonly format: string | null;
  /** An ISO 4217 code, as the service writes it; null where it names none. */
  readonly currency: string | null;
  /** An enumeration's labels, by value. */
  readonly labels: Readonly<Record<string, string>>;
  /** Filled in by an analysis: a prompt or a web agent. Its text tells more than one that was copied. */
  readonly analysed: boolean;
  /** Holds a webhook's address, a generated e-mail or a reference to another bridge: never shown unasked. */
  readonly internal: boolean;
}

/** The columns of bridges, by bridge id in lower case; a bridge whose columns are unknown is not in it. */
export type ColumnsByBridge = ReadonlyMap<string, readonly ColumnInfo[]>;
