import { html, nothing } from '../../../node_modules/lit-html/lit-html.js';
import { set, state } from './state.js';

/**
 * @typedef {{ name: string, label: string, type: 'text' | 'date', value?: string }} Field
 * @typedef {{ title: string, text: string, fields: readonly Field[], done: string }} Question
 */

/**
 * Asks in a dialog; null if it was left.
 *
 * @param {Question} question
 * @returns {Promise<Record<string, string> | null>}
 */
export async function ask(question) {
  const { promise, resolve } = Promise.withResolvers();
  set({ question: { ...question, answer: resolve } });
  document.querySelector('dialog')?.showModal();
  const given = await promise;
  document.querySelector('dialog')?.close();
  set({ question: null });
  return given;
}

export function renderQuestion() {
  const { question } = state;
  const onSubmit = (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
    event.preventDefault();
    question?.answer(
      Object.fromEntries(
        [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
      ),
    );
  };
  return html`<dialog class="ask" aria-labelledby="ask-title" @cancel=${() => question?.answer(null)}>
    ${
      question === null
        ? nothing
        : html`<form @submit=${onSubmit}>
      <h2 id="ask-title">${question.title}</h2>
      <p class="soft">${question.text}</p>
      ${question.fields.map(
        ({ name, label, type, value = '' }) =>
          html`<label>${label}<input name=${name} type=${type} value=${value} required autocomplete="off"></label>`,
      )}
      <p class="pages">
        <button type="button" class="quiet-button" @click=${() => question.answer(null)}>Cancel</button>
        <button type="submit" class="quiet-button">${question.done}</button>
      </p>
    </form>`
    }
  </dialog>`;
}
