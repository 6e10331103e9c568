import { expect, test } from 'vitest';
import { fakeLoaded, fakeViz, formOf, inputOf, resultOf, textOf } from './session-fixtures.ts';
import type { SessionEffect, SessionEvent, SessionState } from './session-types.ts';
import { emptySession, stepSession } from './step-session.ts';

const at = { now: 5 };
const input = inputOf();
const begin: readonly SessionEvent[] = [
  { type: 'input_changed', input, ...at },
  { type: 'definition_loaded', vizType: 'table', viz: fakeViz('table'), ...at },
];
const drawing: SessionEvent = {
  type: 'drawing_loaded',
  vizType: 'table',
  isStill: false,
  loaded: fakeLoaded('table'),
  ...at,
};
const answer = (request: number, text: string): SessionEvent => ({
  type: 'answered',
  request,
  results: [resultOf(text)],
  ...at,
});

/** The state after all events, and the effects of the last one. */
function after(...events: readonly SessionEvent[]): readonly [SessionState, readonly SessionEffect[]] {
  return events.reduce<readonly [SessionState, readonly SessionEffect[]]>(
    ([state], event) => stepSession(state, event, 'page-1'),
    [emptySession, []],
  );
}

const typesOf = (effects: readonly SessionEffect[]) => effects.map(({ type }) => type);

test('an input loads the code of its type; the definition is enough to ask', () => {
  expect(typesOf(after({ type: 'input_changed', input, ...at })[1])).toEqual(['load_definition', 'load_drawing']);
  const [state, effects] = after(...begin);
  expect(effects).toMatchObject([
    { type: 'ask', request: 1, takesKept: true, asked: { ask: 'page-1-1', chartId: 7, force: false } },
  ]);
  expect(state.chart).toMatchObject({ status: 'loading', request: 1, startedAt: 5 });
});

test('an answer that comes before the code that draws it waits for it', () => {
  const [early] = after(...begin, answer(1, 'one'));
  expect([early.chart.status, early.picture]).toEqual(['success', null]);
  const [late] = after(...begin, answer(1, 'one'), drawing);
  expect(textOf(late.picture?.results)).toBe('one');
});

test('another question ends the request before it, whose answer is late then', () => {
  const other = { type: 'input_changed', input: { ...input, form: formOf('b') }, ...at } as const;
  const [state, effects] = after(...begin, drawing, other);
  expect(typesOf(effects)).toEqual(['abort', 'ask', 'abort']);
  expect(stepSession(state, answer(1, 'late'), 'page-1')).toEqual([state, []]);
  const [answered] = stepSession(state, answer(2, 'new'), 'page-1');
  expect(textOf(answered.picture?.results)).toBe('new');
});

test('an answer after a stop, of a chart that left the screen, or of a session that was closed changes nothing', () => {
  for (const end of [
    { type: 'stop_pressed', ...at },
    { type: 'input_changed', input: { ...input, enabled: false }, ...at },
    { type: 'closed', ...at },
  ] as const) {
    const [state, effects] = after(...begin, drawing, end);
    expect(typesOf(effects)).toContain('abort');
    expect(stepSession(state, answer(1, 'late'), 'page-1')).toEqual([state, []]);
  }
});

test('what changes while a chart is off screen is asked for once, when it is back', () => {
  const shown = [...begin, drawing, answer(1, 'one'), { type: 'rendered', ...at }] as const;
  const change = (more: Partial<typeof input>): SessionEvent => ({
    type: 'input_changed',
    input: { ...input, isAway: true, ...more },
    ...at,
  });
  const refresh: SessionEvent = { type: 'refresh_pressed', force: true, ...at };
  const away = [...shown, change({ form: formOf('b') }), refresh, change({ form: formOf('c') })];
  const [state, effects] = after(...away);
  expect([effects, textOf(state.picture?.results)]).toEqual([[], 'one']);
  const [, back] = after(...away, change({ form: formOf('c'), isAway: false }));
  expect(back.filter(({ type }) => type === 'ask')).toMatchObject([{ request: 2, asked: { force: true } }]);
  // Nothing has changed: nothing is asked, there and back.
  expect(after(...shown, change({}), change({ isAway: false }))[1]).toEqual([]);
});

test('what is under way when a chart goes off screen is finished, or goes with its question', () => {
  const away = { type: 'input_changed', input: { ...input, isAway: true }, ...at } as const;
  const [kept] = after(...begin, drawing, away, answer(1, 'one'));
  expect(textOf(kept.picture?.results)).toBe('one');
  const other = { type: 'input_changed', input: { ...input, isAway: true, form: formOf('b') }, ...at } as const;
  const [state, effects] = after(...begin, drawing, away, other);
  expect(typesOf(effects)).toContain('ask');
  expect(stepSession(state, answer(1, 'late'), 'page-1')).toEqual([state, []]);
});

test('a refresh past every cache is forced once', () => {
  const forced = after(...begin, { type: 'refresh_pressed', force: true, ...at })[1];
  expect(forced.find(({ type }) => type === 'ask')).toMatchObject({ takesKept: false, asked: { force: true } });
  const next = after(
    ...begin,
    { type: 'refresh_pressed', force: true, ...at },
    {
      type: 'input_changed',
      input: { ...input, form: formOf('b') },
      ...at,
    },
  )[1];
  expect(next.find(({ type }) => type === 'ask')).toMatchObject({ takesKept: true, asked: { force: false } });
});

test('a page that was opened to force the chart does so for its first request', () => {
  const [, effects] = after({ type: 'input_changed', input: { ...input, force: true }, ...at }, ...begin.slice(1));
  expect(effects).toMatchObject([{ type: 'ask', takesKept: false, asked: { force: true } }]);
});

test('what follows from nothing new is the very same state', () => {
  const [state] = after(...begin, drawing, answer(1, 'one'), { type: 'rendered', ...at });
  expect(stepSession(state, { type: 'rendered', ...at }, 'page-1')).toEqual([state, []]);
  expect(stepSession(state, { type: 'rendered', ...at }, 'page-1')[0].picture).toBe(state.picture);
});
