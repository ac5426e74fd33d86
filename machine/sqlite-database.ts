import { TableUnavailableError } from '../shared/ledger/table/table.ts';
import {
  describeFileProblem,
  isDamaged,
  StateFileError,
  sqliteCode,
} from '../view/words/describe-file-problem.ts';

/** SQLite's result codes for a file that is locked, read-only, unreadable or full: a retry may succeed. */
const passing = new Set([5, 6, 8, 10, 13, 14]);

/**
 * Runs work on a file. Throws `TableUnavailableError` if it is locked, read-only, unreadable or full, `StateFileError` if it is
 * damaged.
 */
export function guardFile(file: string): <T>(work: () => T) => T {
  return (work) => {
    try {
      return work();
    } catch (error) {
      if (isDamaged(error)) throw new StateFileError(describeFileProblem(file, error), { cause: error });
      if (!passing.has(sqliteCode(error))) throw error;
      throw new TableUnavailableError(describeFileProblem(file, error), { cause: error });
    }
  };
}
