import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The body `{status, code, message}` is the sandbox's own: the contract defines none. */
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
