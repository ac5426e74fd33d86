import { expect } from 'vitest';
import type { WorldPlan } from '../../../sandbox/data/world.ts';
import type {
  BridgeRow,
  BridgeSignal,
  BuyerSummaryResponse,
  ColumnMetadata,
  Envelope,
} from '../../../shared/bridge-api/index.ts';
import { openSandboxApp, sandboxToken } from '../../support/upstream/sandbox-app.ts';

export const start = Date.parse('2026-03-31T12:00:00Z');
export const day = 24 * 60 * 60 * 1_000;

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

export type SandboxCalls = ReturnType<typeof createSandboxCalls>;

/** A sandbox without a socket, on a clock that stands still. `npm run test:api` holds its answers against docs/openapi.yaml. */
export function createSandboxCalls(plan: Partial<WorldPlan> = {}) {
  const clock = { now: start };
  const whole = { seed: 1, buyers: 12, bridges: 8, signals: 0, ...plan };
  const { world, app } = openSandboxApp(whole, () => clock.now);

  async function api<Body>(method: string, path: string, init: RequestInit = {}): Promise<Answer<Body>> {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${sandboxToken}`);
    const answer = await app.request(`/api/external/${path}`, { ...init, method, headers });
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  /** `POST /sandbox/…` */
  async function control<Body = Record<string, unknown>>(path: string, body: unknown) {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await app.request(`/sandbox/${path}`, init);
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  const bridgeOf = (filterType: string) => {
    const bridge = world.bridges.find((candidate) => candidate.filterType === filterType);
    if (!bridge) throw new Error(`the sandbox has no ${filterType} bridge`);
    return bridge;
  };

  return {
    app,
    clock,
    world,
    api,
    control,
    bridgeOf,
    columnId: (filterType: string, name: string) => {
      const column = bridgeOf(filterType).columns.find((candidate) => candidate.name === name);
      if (!column) throw new Error(`the ${filterType} bridge has no column ${name}`);
      return column.columnId;
    },
    buyerId: (index = 0) => world.buyers[index]?.buyerId ?? '',
    metadata: (bridgeId: string) => api<ColumnMetadata[]>('GET', `bridge/${bridgeId}/column/metadata`),
    signals: (query: string) => api<Envelope<BridgeSignal>>('GET', `feed/all/buyer-signals?${query}`),
    rows: (bridgeId: string, body: unknown, query = '') =>
      api<Envelope<BridgeRow>>('PUT', `bridge/${bridgeId}/row${query}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    summary: (buyerId: string) =>
      api<BuyerSummaryResponse & { readonly code?: string }>('GET', `buyer/${buyerId}/summary`),
    add: async (signal: Record<string, unknown>): Promise<AddedSignal[]> => {
      const { status, body } = await control<{ signals: AddedSignal[] }>('signals', signal);
      expect(status, JSON.stringify(body)).toBe(201);
      return body.signals;
    },
  };
}

type AddedSignal = Readonly<Record<'buyerId' | 'bridgeId' | 'rowId' | 'name', string>>;

export function namesOf(page: Envelope<BridgeSignal>): (string | null | undefined)[] {
  return page.result.map(({ row }) => row.name);
}
