import { environment } from '../../shared/runtime/environment.ts';
import { cloudConfig, cloudSender, lambdaEntry, variable } from '../cloud/cloud-ports.ts';
import { createHandler } from './handler.ts';

export const handler = lambdaEntry('tell-alarm', async (observe) => {
  const config = await cloudConfig();
  const sender = cloudSender(config, 'alarms');
  return createHandler({ config, observe, sender, stage: variable(environment.stage) });
});
