/** The entry points that a user may import from the package, and the source of each. */
export const entryPoints = {
  '.': 'shared/config/define-config',
  './bridge-api': 'shared/bridge-api/index',
  './cdk': 'infra/signalpost',
} as const;
