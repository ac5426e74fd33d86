import type { Mutant } from './mutant.ts';

/** Which routes take a signal. */
export const routeMutants: readonly Mutant[] = [
  {
    name: 'unknown-excludes-a-route',
    killedAt: '1:0',
    file: 'shared/domain/routes/choose-routes.ts',
    from: "if (truth === false) return 'refused';",
    to: "if (truth !== true) return 'refused';",
  },
  {
    name: 'not-of-unknown-is-false',
    killedAt: '1:1',
    file: 'shared/domain/routes/match.ts',
    from: 'not(judgeMatch(match.not, candidate, timezone))',
    to: 'judgeMatch(match.not, candidate, timezone) === false',
  },
  {
    name: 'any-asks-for-all',
    killedAt: '1:33',
    file: 'shared/domain/routes/match.ts',
    from: 'anyOf(any.map(',
    to: 'allOf(any.map(',
  },
  {
    name: 'value-still-computed-counts-as-empty',
    killedAt: '1:607',
    file: 'shared/domain/routes/column-condition.ts',
    from: 'if (columns === null || unsettled.includes(name)) return null;',
    to: 'if (columns === null) return null;',
  },
  {
    name: 'first-match-does-not-count',
    killedAt: '1:9',
    file: 'shared/domain/routes/choose-routes.ts',
    from: "return routing === 'first' ? chosen.slice(0, 1) : chosen;",
    to: "return routing === 'first' ? chosen.slice(-1) : chosen;",
  },
  {
    name: 'otherwise-takes-what-others-match',
    killedAt: '1:79',
    file: 'shared/domain/routes/choose-routes.ts',
    from: 'ordinary.length > 0 ? ordinary : fitting',
    to: 'ordinary.length < 0 ? ordinary : fitting',
  },
  {
    name: 'bridge-without-a-name-is-another',
    killedAt: '1:623',
    file: 'shared/domain/routes/wanted-bridges.ts',
    from: "const isOpen = bridgeId === null || (shown === '' && names.length > 0);",
    to: 'const isOpen = bridgeId === null;',
  },
  {
    name: 'names-of-bridges-by-their-capitals',
    killedAt: '1:101',
    file: 'shared/domain/routes/wanted-bridges.ts',
    from: 'return name.trim().toLowerCase();',
    to: 'return name.trim();',
  },
];
