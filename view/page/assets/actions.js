import { nothing } from '../../../node_modules/lit-html/lit-html.js';
import { ask } from './ask.js';
import { button, placeOf } from './parts.js';
import { load, set, state, withToken } from './state.js';
import { timeOf } from './words.js';

/** @import { DigestLine, ShownMute } from '../contract.ts' */

/**
 * Changes the state.
 *
 * @param {string} name
 * @param {object} input
 */
export async function act(name, input) {
  try {
    const answer = await fetch(`/api/actions/${name}`, {
      method: 'POST',
      headers: { ...withToken, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const { done, problem } = await answer.json();
    set({ notice: { text: done ?? problem, isBad: !answer.ok } });
  } catch {
    set({ notice: { text: 'Nothing was changed: the page’s process does not answer.', isBad: true } });
  }
  void load(false);
}

/**
 * @param {DigestLine} digest
 * @param {string | null} repeat What happens if the message comes a second time; null where nobody sees that.
 */
export async function resend(digest, repeat) {
  const { path, headline, at } = digest;
  const sure =
    repeat === null ||
    (await ask({
      title: 'Send it a second time?',
      text: `“${headline || 'A digest'}”, ${placeOf(digest)}, ${timeOf(at)}. ${repeat}.`,
      fields: [],
      done: 'Send again',
    }));
  if (sure) await act('resend', { path, again: repeat !== null });
}

/**
 * @param {ShownMute['kind']} kind
 * @param {string} id
 * @param {string} name
 */
export async function mute(kind, id, name) {
  const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const given = await ask({
    title: `Mute ${name}`,
    text: 'Its signals are recorded and wait until that day begins, then they are sent.',
    fields: [
      { name: 'until', label: 'Until', type: 'date', value: nextWeek },
      { name: 'because', label: 'Why, for the others', type: 'text' },
    ],
    done: 'Mute',
  });
  if (given === null) return;
  await act('mute', { kind, id, until: Date.parse(`${given.until}T00:00`), because: given.because });
}

/** @type {(mute: ShownMute) => import('./parts.js').Part} */
export const unmuteButton = ({ kind, id, routeId, name }) =>
  state.info.acts
    ? button('Unmute', () => act('unmute', { kind, id, routeId }), `Unmute ${name ?? id}`)
    : nothing;
