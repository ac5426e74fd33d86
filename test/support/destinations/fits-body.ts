import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';

/** Whether one message of a destination may be this large, by its real bytes. */
export function fitsBody(type: DestinationSettings['type'], body: string): boolean {
  return fits[type](body);
}

const fits: Readonly<Record<DestinationSettings['type'], (body: string) => boolean>> = {
  webhook: (body) => Buffer.byteLength(body) <= 20_000,
  teams: (body) => Buffer.byteLength(body) < 20_000,
  slack: (body) => {
    const { blocks } = JSON.parse(body) as { readonly blocks: readonly unknown[] };
    return blocks.length <= 50 && Buffer.byteLength(JSON.stringify(blocks)) < 12_000;
  },
};
