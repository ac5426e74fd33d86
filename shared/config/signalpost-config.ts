import type * as v from 'valibot';
import type { Route } from '../domain/routes/route.ts';
import type { createConfigSchema } from './schema.ts';

type Schema = ReturnType<typeof createConfigSchema>;

/** `docs/configuration.md` describes the fields. */
export type ConfigInput = DeepReadonly<v.InferInput<Schema>>;

/** The checked config with every default filled in. Plain data: it survives a JSON round trip unchanged. */
export interface SignalpostConfig extends DeepReadonly<Omit<v.InferOutput<Schema>, 'routes'>> {
  readonly routes: readonly Route[];
}

type DeepReadonly<Value> = unknown extends Value
  ? Value
  : { readonly [Field in keyof Value]: DeepReadonly<Value[Field]> };
