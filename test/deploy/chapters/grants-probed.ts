import { withoutGrant } from '../role-grants.ts';
import type { Scene } from '../scene.ts';
import { signalpost } from '../signalpost.ts';
import { step } from '../story.ts';

/** `signalpost probe` finds all granted, and finds a missing grant that only a transaction uses. */
export async function probeGrants(scene: Scene): Promise<void> {
  const probe = ['probe', '--stage', scene.stage];
  await step('signalpost probe finds that every function may do what it was granted', () =>
    signalpost(scene, probe),
  );
  const lacking = [
    ['poll-signals', 'dynamodb:PutItem', 'put'],
    ['deliver-digest', 'dynamodb:DeleteItem', 'delete'],
  ] as const;
  for (const [name, action, operation] of lacking) {
    await step(`signalpost probe names ${name}, which lacks ${action}`, async () => {
      const role = await scene.functions.roleOf(name);
      const { stdout } = await withoutGrant(scene.aws, role, action, () =>
        signalpost(scene, probe, { exitCode: 1 }),
      );
      const told = stdout.split('\n').find((line) => line.startsWith(`${name}: access denied: `));
      if (!told?.includes(operation)) throw new Error(`the missing grant is not named:\n${stdout}`);
    });
  }
}
