import { describeError } from '../describe-error.ts';
import {
  ArgumentError,
  ContractError,
  HttpStatusError,
  SecretUnavailableError,
  TransportError,
  UpstreamPausedError,
} from '../errors.ts';

const upstreamErrors = [
  TransportError,
  HttpStatusError,
  ContractError,
  ArgumentError,
  SecretUnavailableError,
  UpstreamPausedError,
];

/** The next slot tries again. Throws any other error, which is a fault of ours and must not be ignored. */
export function upstreamProblem(error: unknown): string {
  assertUpstream(error);
  return describeError(error);
}

export function assertUpstream(error: unknown): void {
  if (!upstreamErrors.some((kind) => error instanceof kind)) throw error;
}
