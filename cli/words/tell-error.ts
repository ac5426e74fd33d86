import { describeError } from '../../shared/domain/describe-error.ts';

/** For a person at a terminal: `describeError` without the class name, which is for logs. */
export function tellError(error: unknown): string {
  return withoutClass(describeError(error));
}

/** Removes the class name from a text of `describeError`. */
export function withoutClass(problem: string): string {
  return problem.replace(/^[A-Z][A-Za-z0-9]*(?:Error|Exception): /, '').replace(/^Error: /, '');
}
