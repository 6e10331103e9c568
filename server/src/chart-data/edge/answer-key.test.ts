import { expect, test } from 'vitest';
import { answerKey, type AnswerIdentity } from './answer-key.ts';

const identity: AnswerIdentity = {
  type: 'full',
  isCached: true,
  timeoutSeconds: 300,
  view: { sql: true, rules: 'hidden' },
  prepared: {
    readFilters: [],
    resolved: {
      steps: [],
      columnOrder: [],
      labels: {},
      applied: [],
      rejected: [],
      range: { since: null, until: null },
    },
  },
  joined: null,
  presentation: undefined,
  annotations: '{}',
};
const { prepared } = identity;
const { resolved } = prepared;

const changes: Readonly<Record<string, Partial<AnswerIdentity>>> = {
  type: { type: 'results' },
  'a fresh run': { isCached: false },
  timeout: { timeoutSeconds: 1 },
  'statements hidden': { view: { sql: false, rules: 'hidden' } },
  'rules shown': { view: { sql: true, rules: 'shown' } },
  'filters of templates': { prepared: { ...prepared, readFilters: ['a'] } },
  'post-processing': {
    prepared: { ...prepared, resolved: { ...resolved, steps: [{ operation: 'flatten', options: {} }] } },
  },
  labels: { prepared: { ...prepared, resolved: { ...resolved, labels: { a: ['b'] } } } },
  'applied filters': { prepared: { ...prepared, resolved: { ...resolved, applied: [{ column: 'a' }] } } },
  'rejected filters': {
    prepared: { ...prepared, resolved: { ...resolved, rejected: [{ column: 'a', reason: 'b' }] } },
  },
  range: { prepared: { ...prepared, resolved: { ...resolved, range: { since: 1, until: null } } } },
  'column order': { prepared: { ...prepared, resolved: { ...resolved, columnOrder: ['a'] } } },
  'other times': { joined: 'run 1 run 2' },
  presentation: { presentation: { vizType: 'table', form: {} } },
  annotations: { annotations: '{"a":{}}' },
};

test('whatever can make two answers from one cached result differ is in the key', () => {
  const keys = Object.values(changes).map((change) => answerKey({ ...identity, ...change }));
  expect(new Set([answerKey(identity), ...keys]).size).toBe(Object.keys(changes).length + 1);
});

test('the key of an answer is the same in whatever order its parts were written', () => {
  const labels = (names: readonly string[]): AnswerIdentity => ({
    ...identity,
    prepared: {
      ...prepared,
      resolved: { ...resolved, labels: Object.fromEntries(names.map((name) => [name, [name]])) },
    },
  });
  expect(answerKey(labels(['a', 'b']))).toBe(answerKey(labels(['b', 'a'])));
});

test('who sees no statements shares one answer, whatever rules they may read', () => {
  const without = (rules: 'shown' | 'hidden'): string => answerKey({ ...identity, view: { sql: false, rules } });
  expect(without('shown')).toBe(without('hidden'));
});
