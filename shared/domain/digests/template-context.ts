interface Body {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Buyer {
  readonly signals: readonly { readonly hot: boolean }[];
}

/** What a template can name. Every kind of message has all of them. */
export type TemplateContext = ReturnType<typeof templateContext>;

/**
 * What the template of a body is rendered with: the documented body, its signals as one list with the hot ones first, and its
 * words. `now` is what `fromNow` counts from.
 */
export function templateContext(
  { type, timestamp, data }: Body,
  { headline, text }: { readonly headline: string; readonly text: string },
) {
  // A heartbeat counts its buyers.
  const buyers = Array.isArray(data.buyers) ? (data.buyers as readonly Buyer[]) : [];
  const all = buyers.flatMap(({ signals, ...buyer }) => signals.map((signal) => ({ ...signal, buyer })));
  const [hotSignals, others] = [all.filter(({ hot }) => hot), all.filter(({ hot }) => !hot)];
  const now = typeof data.createdAt === 'string' ? data.createdAt : timestamp;
  return { type, data, headline, text, signals: [...hotSignals, ...others], hotSignals, now };
}
