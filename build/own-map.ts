import type { SourceMapPayload } from 'node:module';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

/**
 * A source map of our own sources alone, line by line: it leads a stack trace to the right line. With the packages, which are two
 * thirds of a bundle's map, with columns and names, the maps would be half of what is published and uploaded. The list of
 * sources stays, and shows what is in the bundle.
 */
export function mapOwnSources(text: string): string {
  const map = JSON.parse(text) as SourceMapPayload;
  const isOwn = map.sources.map((source) => !source.includes('node_modules/'));
  const lines = decode(map.mappings).map((line) => {
    const kept: SourceMapSegment[] = [];
    for (const [column, source, at] of line) {
      const last = kept.at(-1);
      if (source !== undefined && at !== undefined && isOwn[source]) {
        if (last?.[1] !== source || last[2] !== at) kept.push([column, source, at, 0]);
      } else if (last?.length !== 1) {
        // Ends our own code: without it, the package's would count as its last place.
        kept.push([column]);
      }
    }
    return kept;
  });
  return JSON.stringify({ ...map, names: [], mappings: encode(lines) });
}
