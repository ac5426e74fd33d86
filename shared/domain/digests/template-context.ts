interface Body {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Buyer {
  readonly signals: readonly { readonly hot: boolean }[];
}

/** Every kind of message has all of these names. */
export type TemplateContext = ReturnType<typeof templateContext>;

/** `fromNow` counts from `now`. */
export function templateContext(
  { type, timestamp, data }: Body,
  { headline, text }: { readonly headline: string; readonly text: string },
) {
  const buyers = Array.isArray(data.buyers) ? (data.buyers as readonly Buyer[]) : [];
  const all = buyers.flatMap(({ signals, ...buyer }) => signals.map((signal) => ({ ...signal, buyer })));
  const [hotSignals, others] = [all.filter(({ hot }) => hot), all.filter(({ hot }) => !hot)];
  const now = typeof data.createdAt === 'string' ? data.createdAt : timestamp;
  return { type, data, headline, text, signals: [...hotSignals, ...others], hotSignals, now };
}
