export interface ColumnInfo {
  readonly name: string;
  /** The service's base format (`date`, `currencyUnit`, `enumeration`…); null where it says none. */
  readonly format: string | null;
  /** An ISO 4217 code, as the service writes it; null where it names none. */
  readonly currency: string | null;
  readonly labels: Readonly<Record<string, string>>;
  /** An analysis fills it in: a prompt or a web agent. Its text tells more than one that was copied. */
  readonly analysed: boolean;
  /** A webhook's address, a generated e-mail or a reference to another bridge is never shown unasked. */
  readonly internal: boolean;
}

/** Keyed by bridge id in lower case; a bridge whose columns are unknown is not in it. */
export type ColumnsByBridge = ReadonlyMap<string, readonly ColumnInfo[]>;
