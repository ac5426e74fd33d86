import { byId, el, reducedMotion, setText } from './elements.js';
import { timeOf } from './words.js';

/** @import { StepState } from '../view-model.ts'
 *  @import { Step } from '../../../cli/words/what-happened/line.ts' */

/** @type {[name: Step, label: string, purpose: string][]} */
const steps = [
  ['plan', 'Plan', 'finds the buyers that are due'],
  ['poll', 'Poll', 'reads each buyer’s signals'],
  ['record', 'Record', 'stores each new signal once'],
  ['freeze', 'Create', 'creates digests for each route'],
  ['deliver', 'Deliver', 'sends each digest until it arrives'],
];

export function createStepRow() {
  const items = new Map(
    steps.map(([name, label, purpose]) => {
      const fact = el('span', { class: 'step-fact' }, purpose);
      const time = el('span', { class: 'step-time' });
      const light = el('span', { class: 'step-light' });
      const head = el('span', { class: 'step-head' }, el('span', { class: 'step-name' }, label), time);
      const item = el('li', { class: 'step', 'data-step': name, 'data-state': 'idle' }, light, head, fact);
      byId('steps').append(item);
      return [name, { item, fact, time, light }];
    }),
  );
  return {
    /**
     * @param {readonly StepState[]} changed
     * @param {{ fresh: boolean }} how
     */
    show(changed, { fresh }) {
      for (const step of changed) {
        const parts = items.get(step.name);
        if (step.at === null || !parts) continue;
        const { item, fact, time, light } = parts;
        item.dataset.state = step.trouble ? 'trouble' : 'done';
        setText(fact, step.fact ?? '');
        fact.title = step.fact ?? '';
        setText(time, timeOf(step.at));
        if (!fresh) glow(light);
      }
    },
  };
}

/** @param {Element} light */
function glow(light) {
  if (reducedMotion()) return;
  light.getAnimations().forEach((animation) => {
    animation.cancel();
  });
  light.animate([{ boxShadow: '0 0 0 0 var(--glow)' }, { boxShadow: '0 0 0 10px transparent' }], {
    duration: 1100,
    easing: 'ease-out',
  });
}
