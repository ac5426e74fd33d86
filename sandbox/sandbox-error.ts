/** The sandbox cannot start as asked. The message begins with the option's name and ends with the fix. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code = 'SANDBOX';
}
