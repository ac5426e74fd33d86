import {
  ArgumentError,
  ContractError,
  HttpStatusError,
  TransportError,
  UpstreamPausedError,
} from '../domain/errors.ts';
import { describeError } from './describe-error.ts';
import { SecretUnavailableError } from './secrets.ts';

const upstreamErrors = [
  TransportError,
  HttpStatusError,
  ContractError,
  ArgumentError,
  SecretUnavailableError,
  UpstreamPausedError,
];

/**
 * One safe sentence on an error that belongs to one buyer, one bridge or the service behind them: it is told, and
 * the next slot tries again. null for anything else, which is ours and must not be passed over.
 */
export function upstreamProblem(error: unknown): string | null {
  return upstreamErrors.some((kind) => error instanceof kind) ? describeError(error) : null;
}
