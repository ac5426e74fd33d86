import type { Scene } from '../scene.ts';
import { signalpost } from '../signalpost.ts';
import { step } from '../story.ts';

/** As its user brings a stage up: the doctor tells what is missing, and the commands that it names fix it. */
export async function setSecrets(scene: Scene): Promise<void> {
  const where = ['--stage', scene.stage, '--config', scene.config];
  await step('signalpost doctor tells the missing secrets', async () => {
    const { stdout } = await signalpost(scene, ['doctor', ...where], { exitCode: 1 });
    for (const name of Object.keys(scene.secrets)) {
      const command = `secrets set ${name} --stage ${scene.stage}`;
      if (!stdout.includes(command)) throw new Error(`the doctor did not say "${command}":\n${stdout}`);
    }
  });
  await step('signalpost secrets set, from a pipe', async () => {
    for (const [name, value] of Object.entries(scene.secrets)) {
      await signalpost(scene, ['secrets', 'set', name, ...where], { input: `${value}\n` });
    }
  });
}
