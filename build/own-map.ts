import type { SourceMapPayload } from 'node:module';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

/**
 * A source map of our own sources alone. The packages are two thirds of a bundle's map, and the maps would be half of
 * what is published and uploaded. The list of sources stays, and shows what is in the bundle; names of packages become empty.
 */
export function mapOwnSources(text: string): string {
  const map = JSON.parse(text) as SourceMapPayload;
  const isOwn = map.sources.map((source) => !source.includes('node_modules/'));
  const names = new Set<number>();
  const lines = decode(map.mappings).map((line) => {
    const kept: SourceMapSegment[] = [];
    for (const segment of line) {
      const [column, source] = segment;
      if (source !== undefined && isOwn[source]) {
        kept.push(segment);
        if (segment.length === 5) names.add(segment[4]);
      } else if (kept.at(-1)?.length !== 1) {
        // Ends our own code: without it, the package's would count as its last place.
        kept.push([column]);
      }
    }
    return kept;
  });
  return JSON.stringify({
    ...map,
    names: map.names.map((name, index) => (names.has(index) ? name : '')),
    mappings: encode(lines),
  });
}
