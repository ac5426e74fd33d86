import type { ClickKind } from '../../../shared/domain/clicks/click.ts';

interface Block {
  readonly type: string;
  readonly block_id?: string;
  readonly elements?: readonly { readonly options?: readonly { readonly value: ClickKind }[] }[];
}

export function blocksIn(body: string): readonly Block[] {
  return (JSON.parse(body) as { readonly blocks?: readonly Block[] }).blocks ?? [];
}

export function menusIn(body: string): { readonly signalId: string; readonly kinds: readonly ClickKind[] }[] {
  return blocksIn(body).flatMap(({ type, block_id: signalId, elements }) => {
    const kinds = elements?.[0]?.options?.map(({ value }) => value) ?? [];
    return type === 'actions' && signalId !== undefined ? [{ signalId, kinds }] : [];
  });
}

/** Slack's Web API has this host; a webhook has another. */
export function isWebApi(host: string): boolean {
  return host === 'slack.com';
}
