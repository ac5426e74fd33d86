import type { Mutant } from '../parts/mutant.ts';

export const routeMutants: readonly Mutant[] = [
  {
    name: 'unknown-excludes-a-route',
    killedAt: '1:1',
    file: 'shared/domain/routes/choose-routes.ts',
    from: 'truth === false ? []',
    to: 'truth !== true ? []',
  },
  {
    name: 'first-match-does-not-count',
    killedAt: '1:3',
    file: 'shared/domain/routes/choose-routes.ts',
    from: "return routing === 'first' && first ? chosen.filter((one) => isOneOf(first, one)) : chosen;",
    to: "return routing === 'first' ? chosen.slice(-1) : chosen;",
  },
  {
    name: 'otherwise-takes-what-others-match',
    killedAt: '1:59',
    file: 'shared/domain/routes/choose-routes.ts',
    from: 'ordinary.length > 0 ? ordinary : fitting',
    to: 'ordinary.length < 0 ? ordinary : fitting',
  },
  {
    name: 'rest-has-what-its-owner-has',
    killedAt: '1:19',
    file: 'shared/domain/routes/choose-routes.ts',
    from: 'owner?.is !== null || !owned.has(owner.set)',
    to: "owner?.is !== null || owner.set !== ''",
  },
  {
    name: 'owner-who-left-is-told',
    killedAt: '1:983',
    file: 'shared/domain/routes/choose-routes.ts',
    from: 'left?.has(route.id) || ',
    to: '',
  },
  {
    name: 'hand-over-drops',
    killedAt: '1:385',
    file: 'shared/ledger/pending/pending.ts',
    from: 'if (there[index] === undefined) continue;',
    to: 'if (there[index] !== undefined) continue;',
  },
  {
    name: 'bridge-without-a-name-is-another',
    killedAt: '1:623',
    file: 'shared/domain/routes/wanted-names.ts',
    from: "const isOpen = id === null || (shown === '' && names.length > 0);",
    to: 'const isOpen = id === null;',
  },
];
