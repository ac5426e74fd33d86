import type { World } from '../../sandbox/data/world.ts';
import { type Schema, termSchemas } from './term-schemas.ts';

/** docs/openapi.yaml, as far as it is read here. */
export interface OpenApiDocument {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly parameters: Record<string, Parameter>;
  };
}

interface Operation {
  readonly operationId: string;
  parameters: (Parameter | { readonly $ref: string })[];
}

interface Parameter {
  readonly name: string;
  schema: Schema;
}

/**
 * The document with the ids of a sandbox's world, so that calls reach its data, and with the terms that the sandbox takes,
 * which the document itself leaves open: they are not contracted. The terms name columns, so there is one bridge only, the
 * first: it has a column of every format. No bridge tracks the last of the twenty buyers.
 */
export function narrowDocument(document: OpenApiDocument, { bridges, buyers }: World): OpenApiDocument {
  const [bridge] = bridges;
  if (!bridge) throw new Error('the world has no bridge');
  const narrow = structuredClone(document);
  const buyerIds = buyers.slice(0, 20).map(({ buyerId }) => buyerId);
  limitIds(narrow, 'listColumnMetadata', 'bridgeId', [bridge.bridgeId]);
  limitIds(narrow, 'listBridgeRows', 'bridgeId', [bridge.bridgeId]);
  limitIds(narrow, 'listBuyerSignals', 'buyerId', buyerIds);
  limitIds(narrow, 'getBuyerSummary', 'buyerId', buyerIds);
  Object.assign(narrow.components.schemas, termSchemas(bridge));
  return narrow;
}

function limitIds(
  { paths, components }: OpenApiDocument,
  operationId: string,
  name: string,
  ids: readonly string[],
): void {
  const operation = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find((candidate) => candidate.operationId === operationId);
  if (!operation) throw new Error(`docs/openapi.yaml has no operation ${operationId}`);
  operation.parameters = operation.parameters.map((parameter) => {
    const own =
      '$ref' in parameter ? components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
    return own?.name === name ? { ...own, schema: { type: 'string', enum: ids } } : parameter;
  });
}
