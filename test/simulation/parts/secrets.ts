/** In every secret of the simulation: where it turns up outside, one has leaked. */
const canary = 'CANARY7Q2x9';

const values: Readonly<Record<string, string>> = {
  TOKEN: `${canary}.token.4be81f`,
  SIGNING: `whsec_${Buffer.from(`${canary}-signing-key-32-bytes-long!`).toString('base64')}`,
};

/** The form that could appear in a message: the signing secret is decoded before use. */
export const canaries: readonly string[] = [canary, (values.SIGNING as string).slice(6)];

export function secretNamed(name: string): string {
  const value = values[name];
  if (value !== undefined) return value;
  const [kind = ''] = name.toLowerCase().split('_');
  return kind === 'bot' ? `xoxb-${canary}-${name}` : `https://${kind}.example/services/${name}/${canary}`;
}
