import jsone from 'json-e';
import { TemplateError } from '../domain/errors.ts';
import type { BodyTemplate } from '../domain/routes/route.ts';

/**
 * Renders a JSON-e template: an object, a list, or null for nothing. Pure while the context has `now`, which JSON-e would
 * otherwise ask of the clock. Some operators change what they are given, so neither is used a second time. Throws
 * `TemplateError`.
 */
export function renderTemplate(
  template: BodyTemplate,
  context: Readonly<Record<string, unknown>> & { readonly now: string },
): object | null {
  const result = evaluate(structuredClone(template), structuredClone(context));
  if (result === null || typeof result === 'object') return result;
  throw new TemplateError('', `gives a ${typeof result}; let it give an object, a list, or null for nothing`);
}

function evaluate(template: BodyTemplate, context: object): unknown {
  try {
    return jsone(template, context);
  } catch (error) {
    throw describeFailure(error);
  }
}

const unknownNames = [
  { pattern: /^unknown context value (\w+)$/, isField: false },
  { pattern: /^object has no property "(\w+)"$/, isField: true },
];

/** JSON-e exports none of its errors. All have a `location`, except those of faults that it does not look for. */
function describeFailure(error: unknown): TemplateError {
  const { location, message } = error as { readonly location?: readonly string[]; readonly message: string };
  // Other errors may quote a value.
  if (location === undefined) return new TemplateError('', describeFault(message));
  const path = location.join('');
  for (const { pattern, isField } of unknownNames) {
    const [, name] = pattern.exec(message) ?? [];
    if (name !== undefined) return new TemplateError(path, message, { name, isField });
  }
  return new TemplateError(path, describeMessage(message));
}

function describeMessage(message: string): string {
  // This message quotes a value.
  if (message.endsWith(' is not callable')) return 'what is called is no function';
  // These do not say what they found. The config check's example has every field, so it mostly is null.
  return message.startsWith('infix: ') ? `${message}; it may be null here, so write an $if` : message;
}

function describeFault(message: string): string {
  if (message.endsWith("isn't a time expression"))
    return 'fromNow got a text that is no duration, as "1 day"';
  return 'an expression can not be evaluated; check that each is complete';
}
