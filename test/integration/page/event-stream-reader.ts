import type { Changes } from '../../../machine/page/view-model.ts';

export interface EventStream {
  /** The next event; rejects when the stream ended. */
  next(): Promise<{ readonly id: string; readonly changes: Changes }>;
  close(): Promise<void>;
}

/** Reads `/events` as a browser does, from the event that it names. */
export async function openEventStream(url: string, lastEventId?: string): Promise<EventStream> {
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const response = await fetch(`${url}/events`, { headers });
  if (!response.body) throw new Error(`no event stream: status ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';

  async function readEvent(): Promise<string> {
    while (!buffered.includes('\n\n')) {
      const { value, done } = await reader.read();
      if (done) throw new Error('the event stream ended');
      buffered += value;
    }
    const end = buffered.indexOf('\n\n');
    const event = buffered.slice(0, end);
    buffered = buffered.slice(end + 2);
    return event;
  }

  return {
    async next() {
      const event = await readEvent();
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1] ?? '';
      return { id: field('id'), changes: JSON.parse(field('data')) as Changes };
    },
    close: () => reader.cancel(),
  };
}
