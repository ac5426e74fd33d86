import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';

/** Whether one message of a destination may be this large, by its real bytes. */
export function fitsBody(type: DestinationSettings['type'], body: string): boolean {
  const bytes = new TextEncoder().encode(body).length;
  if (type === 'webhook') return bytes <= 20_000;
  if (type === 'teams') return bytes < 20_000;
  const { blocks } = JSON.parse(body) as { readonly blocks: readonly unknown[] };
  return blocks.length <= 50 && new TextEncoder().encode(JSON.stringify(blocks)).length < 12_000;
}
