import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An answer that is no success. The body `{status, code, message}` is this sandbox's own: the contract has none. */
export class ApiError extends HTTPException {
  readonly code: string;
  constructor(status: ContentfulStatusCode, code: string, message: string) {
    super(status, { message });
    this.code = code;
  }
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, 'request.invalid', message);
}

export function notFound(code: string, message: string): ApiError {
  return new ApiError(404, code, message);
}

/** How a value that was not understood is shown: short, and on one line. */
export function found(value: unknown): string {
  const text = textOf(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch {
    // JSON.parse reads any depth, JSON.stringify goes only as deep as the stack.
    return 'nested too deep to be shown';
  }
}
