import { byId, el, reducedMotion, setText } from './elements.js';
import { number } from './words.js';

/** @import { ShownCounts } from '../view-model.ts' */

/** @type {[name: keyof ShownCounts, label: string, purpose: string, unit: string][]} */
const steps = [
  ['buyersDue', 'Plan', 'finds the buyers that are due', 'polls'],
  ['buyersRead', 'Poll', 'reads each buyer’s signals', 'lists read'],
  ['newSignals', 'Record', 'stores each new signal once', 'new signals'],
  ['digestsFrozen', 'Create', 'creates digests for each route', 'digests created'],
  ['digestsDelivered', 'Deliver', 'sends each digest until it arrives', 'digests delivered'],
];

/** The steps of the pipeline, each with the number of what it did. A step glows when it did more. */
export function createStepRow() {
  const items = steps.map(([name, label, purpose, unit]) => {
    const light = el('span', { class: 'step-light' });
    const count = el('strong', { 'data-count': name }, '0');
    const more = el('span', {});
    const item = el(
      'li',
      { class: 'step' },
      light,
      el('span', { class: 'step-name' }, label),
      el('span', { class: 'step-count' }, count, ` ${unit}`, more),
      el('span', { class: 'step-purpose' }, purpose),
    );
    byId('steps').append(item);
    return { name, item, light, count, more };
  });
  return {
    /** @param {ShownCounts} counts */
    show(counts) {
      for (const { name, item, light, count, more } of items) {
        const value = number(counts[name]);
        if (name === 'newSignals' && counts.hotSignals > 0)
          setText(more, `, ${number(counts.hotSignals)} hot`);
        if (value === count.textContent) continue;
        setText(count, value);
        item.toggleAttribute('data-done', counts[name] > 0);
        glow(light);
      }
    },
  };
}

/** @param {Element} light */
function glow(light) {
  if (reducedMotion()) return;
  light.animate([{ boxShadow: '0 0 0 0 var(--glow)' }, { boxShadow: '0 0 0 10px transparent' }], {
    duration: 1100,
    easing: 'ease-out',
  });
}
