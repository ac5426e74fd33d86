import type { HonoRequest } from 'hono';
import * as v from 'valibot';
import { ApiError, badRequest } from './api-error.ts';

/** UUIDs become lower-case, as rows hold them. */
export const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/** Throws a 400 that names each wrong field. */
function checkInput<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}`);
  throw badRequest(problems.join('; '));
}

/** Reads a parameter that is given once as a text, one that is repeated as a list of texts. */
export function checkQuery<Schema extends v.GenericSchema>(
  schema: Schema,
  request: HonoRequest,
): v.InferOutput<Schema> {
  const given = Object.entries(request.queries()).map(([name, values]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  return checkInput(schema, Object.fromEntries(given));
}

const mostBodyBytes = 1024 * 1024;

/**
 * Reads a JSON body. Throws a 415 on another content type, as browsers let any web page send a text or a form, and a 413
 * above 1 MiB.
 */
export async function checkBody<Schema extends v.GenericSchema>(
  schema: Schema,
  request: HonoRequest,
): Promise<v.InferOutput<Schema>> {
  const mediaType = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    const message = `Content-Type must be application/json, but is ${mediaType || 'absent'}`;
    throw new ApiError(415, 'request.contentType', message);
  }
  const text = await request.text();
  if (Buffer.byteLength(text) > mostBodyBytes) {
    throw new ApiError(413, 'request.tooLarge', `the body may have ${mostBodyBytes} bytes at most`);
  }
  return checkInput(v.pipe(v.string(), v.parseJson(), schema), text);
}
