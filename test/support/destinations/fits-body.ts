import type { DigestContent, DigestSignal } from '../../../shared/domain/digests/digest.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';
import { keptText } from '../../../shared/domain/signals/limit-text.ts';

/** Whether one message of a destination may be this large, by its real bytes. */
export function fitsBody(type: DestinationSettings['type'], body: string): boolean {
  return fits[type](body);
}

const fits: Readonly<Record<DestinationSettings['type'], (body: string) => boolean>> = {
  webhook: (body) => Buffer.byteLength(body) <= (body.split('"rowId":').length <= 2 ? 30_000 : 20_000),
  teams: (body) => Buffer.byteLength(body) < 20_000,
  slack: (body) => {
    const { blocks } = JSON.parse(body) as { readonly blocks: readonly unknown[] };
    return blocks.length <= 50 && Buffer.byteLength(JSON.stringify(blocks)) < 12_000;
  },
};

/** A digest with as much of its signals and summaries as the ledger keeps. The names of columns are the config's. */
export function asKept(content: DigestContent): DigestContent {
  return {
    ...content,
    buyers: content.buyers.map(({ name, summary, signals, ...buyer }) => {
      const limited = signals.map((signal) => limitOne(signal, name));
      return {
        ...buyer,
        name: limited[0]?.buyerName ?? null,
        summary: summary && JSON.parse(keptText(summary)),
        signals: limited.map(({ buyerName: _, buyerId: __, ...signal }) => signal),
      };
    }),
  };
}

function limitOne({ hotBecause, ...signal }: DigestSignal, buyerName: string | null) {
  const kept = { ...signal, buyerId: '', buyerName };
  return {
    ...signal,
    ...(JSON.parse(keptText(kept)) as typeof kept),
    hotBecause: hotBecause.map((reason) =>
      reason.rule === 'column' ? { ...reason, name: reason.name.slice(0, 200) } : reason,
    ),
  };
}
