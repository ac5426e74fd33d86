import type * as v from 'valibot';
import type { Route } from '../domain/routes/route.ts';
import type { createConfigSchema } from './schema.ts';

type Checked = v.InferOutput<ReturnType<typeof createConfigSchema>>;

/**
 * The checked config with every default filled in; the schema describes its fields. Plain data: it survives a JSON
 * round trip unchanged.
 */
export interface SignalpostConfig extends DeepReadonly<Omit<Checked, 'routes'>> {
  readonly routes: readonly Route[];
}

type DeepReadonly<Value> = { readonly [Field in keyof Value]: DeepReadonly<Value[Field]> };
