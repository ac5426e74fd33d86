import { randomBytes } from 'node:crypto';
import { startSandbox } from '../../sandbox/serve.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { Secrets } from '../../shared/runtime/secrets.ts';
import { createEnvironmentSecrets } from '../../shared/runtime/secrets-environment.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { every } from '../interval.ts';
import { type ReceivedMessage, startDemoReceiver } from '../receiver/receiver.ts';
import { demoConfig } from './demo-config.ts';

export interface DemoWorld {
  readonly config: SignalpostConfig;
  readonly secrets: Secrets;
  /** Labels and addresses, printed at the start. */
  readonly addresses: readonly (readonly [string, string])[];
  readonly buyers: number;
  close(): Promise<void>;
}

/** A new signal about every five seconds: enough to watch, and not too many to read. */
const signalsAMinute = 12;

/** Both ends of the pipeline on this machine: the service that it reads and the destinations that it delivers to. */
export async function startDemoWorld(options: {
  readonly onMessage: (message: ReceivedMessage) => void;
}): Promise<DemoWorld> {
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const receiver = await startDemoReceiver({ port: 0, signingSecret, onMessage: options.onMessage });
  const sandbox = await startSandbox({
    port: 0,
    seed: 1,
    buyers: 60,
    bridges: 8,
    signals: 800,
    now: systemClock.now,
    arrivals: { rate: signalsAMinute, every },
  });
  return {
    config: demoConfig({
      api: sandbox.url,
      webhook: receiver.webhookUrl,
      bridges: sandbox.world.bridges.map((bridge) => bridge.bridgeId),
      buyers: sandbox.world.buyers.map((buyer) => buyer.buyerId),
    }),
    secrets: createEnvironmentSecrets({
      environment: {
        BRIDGE_ACCESS_TOKEN: sandbox.token,
        SLACK_WEBHOOK_URL: receiver.slackUrl,
        DIGEST_SIGNING_SECRET: signingSecret,
      },
      readDotEnv: async () => null,
    }),
    addresses: [
      ['the Bridge API (sandbox)', sandbox.url],
      ['Slack (simulated)', new URL(receiver.slackUrl).origin],
      ['webhook (simulated)', receiver.webhookUrl],
    ],
    buyers: sandbox.world.buyers.length,
    close: async () => {
      await sandbox.close();
      await receiver.close();
    },
  };
}
