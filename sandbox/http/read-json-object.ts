import type { HonoRequest } from 'hono';
import { ApiError, badRequest } from './api-error.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const mostBodyBytes = 1024 * 1024;

/** The body as a JSON object. Throws a 415 on another content type, a 413 above 1 MiB and a 400 on another body. */
export async function readJsonObject(request: HonoRequest): Promise<JsonObject> {
  const mediaType = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new ApiError(
      415,
      'request.contentType',
      `Content-Type must be application/json, but is ${mediaType || 'absent'}`,
    );
  }
  const text = await request.text();
  if (Buffer.byteLength(text) > mostBodyBytes)
    throw new ApiError(413, 'request.tooLarge', `the body may have ${mostBodyBytes} bytes at most`);
  const body = parseJson(text);
  if (!isJsonObject(body)) throw badRequest('the body must be a JSON object; an empty one is {}');
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
