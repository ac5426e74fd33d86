/** What a user may import from the package, and the source that each door leads to. */
export const entryPoints = {
  '.': 'shared/config/define-config',
  './bridge-api': 'shared/bridge-api/index',
  './cdk': 'infra/signalpost',
} as const;
