import type { Changes } from '../../../view/page/contract.ts';
import type { Page } from '../../../view/page/page.ts';

/** What a browser gets from the page's `/events`. Throws when the page ends the stream. */
export async function* readPageEvents({ url, token }: Page): AsyncGenerator<Changes, never> {
  const { body } = await fetch(`${url}/events?token=${token}`);
  let buffered = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (buffered + chunk).split('\n\n');
    buffered = events.pop() ?? '';
    for (const event of events) yield JSON.parse(event.replace('data: ', '')) as Changes;
  }
  throw new Error('the event stream ended');
}
