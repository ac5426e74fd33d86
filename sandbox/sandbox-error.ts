/** The sandbox cannot start as asked; the message says what is wrong and the mend. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code = 'SANDBOX';
}
