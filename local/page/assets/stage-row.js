import { byId, el, reducedMotion, setText } from './elements.js';
import { timeOf } from './words.js';

/** @import { Stage, StageName } from '../view-model.ts' */

/** @type {[name: StageName, label: string, purpose: string][]} */
const stages = [
  ['plan', 'Plan', 'finds who is due'],
  ['poll', 'Poll', 'reads each buyer’s signals'],
  ['record', 'Record', 'writes down what is new, once'],
  ['freeze', 'Freeze', 'composes a digest for a route'],
  ['deliver', 'Deliver', 'sends it until it arrives'],
];

export function createStageRow() {
  const items = new Map(
    stages.map(([name, label, purpose]) => {
      const fact = el('span', { class: 'stage-fact' }, purpose);
      const time = el('span', { class: 'stage-time' });
      const light = el('span', { class: 'stage-light' });
      const head = el('span', { class: 'stage-head' }, el('span', { class: 'stage-name' }, label), time);
      const item = el('li', { class: 'stage', 'data-stage': name, 'data-state': 'idle' }, light, head, fact);
      byId('stages').append(item);
      return [name, { item, fact, time, light }];
    }),
  );
  return {
    /**
     * @param {readonly Stage[]} changed
     * @param {{ fresh: boolean }} how
     */
    show(changed, { fresh }) {
      for (const stage of changed) {
        const parts = items.get(stage.name);
        if (stage.at === null || !parts) continue;
        const { item, fact, time, light } = parts;
        item.dataset.state = stage.trouble ? 'trouble' : 'done';
        setText(fact, stage.fact ?? '');
        fact.title = stage.fact ?? '';
        setText(time, timeOf(stage.at));
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
