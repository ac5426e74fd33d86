import { afterAll, beforeAll } from 'vitest';
import { emulatedQueue } from '../../support/aws/emulated-queue.ts';
import { type QueueServer, startQueueServer } from '../../support/aws/queue-server.ts';
import { describeQueue } from './queue-suite.ts';

let server: QueueServer;
beforeAll(async () => {
  server = await startQueueServer();
});
afterAll(() => server.close());

describeQueue({
  name: 'an emulator of SQS',
  async open({ name, maxReceives, visibilitySeconds }) {
    await server.create(name, { maxReceives, retentionDays: 4 }, visibilitySeconds);
    return emulatedQueue(server, name);
  },
});
