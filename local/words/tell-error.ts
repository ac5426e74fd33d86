import { describeError } from '../../shared/runtime/describe-error.ts';

/** For a person at a terminal: `describeError` without the name of a class, which is for a log. */
export function tellError(error: unknown): string {
  return withoutClass(describeError(error));
}

/** Of a problem that `describeError` has described. */
export function withoutClass(problem: string): string {
  return problem.replace(/^[A-Z][A-Za-z0-9]*(?:Error|Exception): /, '').replace(/^Error: /, '');
}
