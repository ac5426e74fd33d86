import { describeError } from '../../shared/domain/describe-error.ts';

/** `describeError` without the class name, which is for logs and not for a person at a terminal. */
export function formatError(error: unknown): string {
  return describeError(error)
    .replace(/^[A-Z][A-Za-z0-9]*(?:Error|Exception): /, '')
    .replace(/^Error: /, '');
}
