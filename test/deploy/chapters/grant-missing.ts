import { roleOf } from '../support/deployed-stage.ts';
import { withoutGrant } from '../support/role-grants.ts';
import type { Scene } from '../support/scene.ts';
import { signalpost } from '../support/signalpost.ts';
import { step } from '../support/story.ts';

/** Without one grant of its role a function fails, for that reason: so the chapters before show that the grants suffice. */
export async function missGrants(scene: Scene): Promise<void> {
  const uses = [
    ['deliver-digest', 'dynamodb:Query', ['--dry-run']],
    ['plan-polls', 'dynamodb:UpdateItem', []],
  ] as const;
  for (const [name, action, options] of uses) {
    const invoke = ['invoke', name, '--stage', scene.stage, ...options];
    await step(`${name} fails while its role may not do ${action}, and works again when it may`, async () => {
      const role = await roleOf(scene, scene.stage, name);
      const { stderr } = await withoutGrant(scene.aws, role, action, () =>
        signalpost(scene, invoke, { exitCode: 1 }),
      );
      if (!stderr.includes('AccessDenied')) throw new Error(`the reason is not told:\n${stderr}`);
      await signalpost(scene, invoke);
    });
  }
}
