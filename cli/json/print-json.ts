import type { InferOutput } from 'valibot';
import type { outputs } from './outputs.ts';

/**
 * Prints what `command --json` prints: one line with one object. Only the type of the schemas is used, since loading
 * them takes time; tests check what is printed.
 */
export function printJson<Command extends keyof typeof outputs>(
  _command: Command,
  value: Printed<InferOutput<(typeof outputs)[Command]>>,
): void {
  console.log(JSON.stringify(value));
}

type Printed<Value> = Value extends object
  ? { readonly [Field in keyof Value]: Printed<Value[Field]> }
  : Value;
