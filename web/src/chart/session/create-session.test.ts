import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { networkError } from '../../api/api-error.ts';
import type { AnyViz } from '@tessera/viz/erase';
import type { RawForm } from '@tessera/core/form-data';
import {
  createWorld,
  fakeViz,
  formOf,
  inputOf,
  textOf,
  settled,
  type Request,
  type World,
} from './session-fixtures.ts';
import type { SessionInput } from './session-types.ts';

const shownText = ({ session }: World) => textOf(session.view().shown?.results);
const statusOf = ({ session }: World) => session.view().state.status;
const last = ({ requests }: World) => {
  const request = requests.at(-1);
  if (!request) throw new Error('nothing was asked');
  return request;
};

test('[4.1-02] a chart asks, shows the answer, and is rendered when it is drawn', async () => {
  const world = createWorld();
  expect(statusOf(world)).toBe('empty');
  world.session.update(inputOf());
  expect(statusOf(world)).toBe('loading');
  expect(world.queued).toEqual(new Set(['page-1-1']));
  expect(world.session.view().ask).toBe('page-1-1');
  last(world).answer('one');
  await settled();
  expect([statusOf(world), shownText(world)]).toEqual(['success', 'one']);
  expect(world.queued.size).toBe(0);
  world.session.onRendered();
  expect(statusOf(world)).toBe('rendered');
  expect(world.marks).toEqual(['chart:7:queried', 'chart:7:rendered']);
});

test('a picture that changes by its form alone is drawn without a request', async () => {
  const world = createWorld();
  world.session.update(inputOf());
  last(world).answer('one');
  await settled();
  const before = world.session.view().shown;
  world.session.update(inputOf({ form: formOf('a', { color_scheme: 'other' }) }));
  expect(world.requests).toHaveLength(1);
  expect(world.session.view().shown?.form).toMatchObject({ color_scheme: 'other' });
  expect(world.session.view().shown?.results).toBe(before?.results);
});

test('the last picture stays while a newer one is on its way, and keeps the form that it was asked with', async () => {
  const world = createWorld();
  world.session.update(inputOf());
  last(world).answer('one');
  await settled();
  world.session.update(inputOf({ form: formOf('b') }));
  expect([statusOf(world), shownText(world)]).toEqual(['loading', 'one']);
  expect(world.session.view().shown?.form).toEqual(formOf('a'));
});

test('an answer of this minute is taken from the page; an older one, a new run and a refresh ask again', async () => {
  const world = createWorld();
  world.session.update(inputOf());
  last(world).answer('a');
  await settled();
  world.session.update(inputOf({ form: formOf('b') }));
  last(world).answer('b');
  await settled();
  world.clock += 59_999;
  world.session.update(inputOf());
  expect([world.requests.length, statusOf(world), shownText(world)]).toEqual([2, 'success', 'a']);
  world.clock += 1;
  world.session.update(inputOf({ form: formOf('b') }));
  expect(world.requests).toHaveLength(3);
  last(world).answer('new b');
  await settled();
  world.session.update(inputOf({ form: formOf('b'), run: 1 }));
  expect(world.requests).toHaveLength(4);
  world.session.refresh(true);
  expect(world.requests).toHaveLength(5);
  expect(world.requests.map(({ asked }) => asked.force)).toEqual([false, false, false, false, true]);
});

test('[4.1-04] a stop ends the request and leaves the picture; running again asks again', async () => {
  const world = createWorld();
  world.session.update(inputOf());
  last(world).answer('one');
  await settled();
  world.session.update(inputOf({ form: formOf('b') }));
  world.session.stop();
  expect(last(world).signal.aborted).toBe(true);
  await settled();
  expect([statusOf(world), shownText(world)]).toEqual(['stopped', 'one']);
  expect(world.session.view().state.failure?.message).toBe('Updating chart was stopped');
  world.session.refresh();
  expect(statusOf(world)).toBe('loading');
  expect(world.requests).toHaveLength(3);
});

test('what no answer came to is requested again when the server is back; a refusal is not', async () => {
  const world = createWorld();
  world.session.update(inputOf());
  last(world).refuse(networkError());
  await settled();
  expect(world.session.view().state).toMatchObject({ status: 'failed', failure: { isUnanswered: true } });
  world.comeBack();
  expect(world.requests).toHaveLength(2);
  last(world).refuse(new Error('no such column'));
  await settled();
  world.comeBack();
  expect(world.requests).toHaveLength(2);
});

test('a chart that is not on screen asks nothing until it is', () => {
  const world = createWorld();
  world.session.update(inputOf({ enabled: false }));
  expect([world.requests.length, statusOf(world)]).toEqual([0, 'empty']);
  world.session.update(inputOf());
  expect(world.requests).toHaveLength(1);
  world.session.update(inputOf({ enabled: false }));
  expect(last(world).signal.aborted).toBe(true);
});

test('a form that its type cannot read is an error of this chart; the next form is asked', async () => {
  const world = createWorld();
  world.session.update(inputOf());
  world.session.update(inputOf({ form: { broken: true } }));
  expect(world.requests[0]?.signal.aborted).toBe(true);
  expect(world.session.view().state).toMatchObject({ status: 'failed', failure: { message: 'This form is broken.' } });
  world.session.update(inputOf({ form: formOf('b') }));
  last(world).answer('b');
  await settled();
  expect([statusOf(world), shownText(world)]).toEqual(['success', 'b']);
});

test('a type that cannot be loaded says so, and is loaded again when it is asked for again', async () => {
  const definition = vi.fn<(type: string) => Promise<AnyViz>>().mockRejectedValueOnce(new Error('offline'));
  definition.mockImplementation((type) => Promise.resolve(fakeViz(type)));
  const world = createWorld({ definition });
  world.session.update(inputOf());
  await settled();
  expect(world.session.view().state).toMatchObject({ status: 'failed', failure: { message: 'offline' } });
  world.session.refresh();
  await settled();
  last(world).answer('one');
  await settled();
  expect([statusOf(world), shownText(world)]).toEqual(['success', 'one']);
});

test('another dataset begins without the paging of the one before', () => {
  const world = createWorld();
  world.session.update(inputOf());
  world.session.setOwnState({ page: 2 });
  expect(last(world).asked.queries[0]).toMatchObject({ row_offset: 2 });
  world.session.update(inputOf({ datasource: { id: 2, type: 'table' } }));
  expect(world.session.view().ownState).toEqual({});
  expect(last(world).asked.queries[0]).not.toHaveProperty('row_offset');
});

test('a first save gives the chart its id and asks nothing', () => {
  const world = createWorld();
  world.session.update(inputOf({ chartId: 'new' }));
  expect(last(world).asked.chartId).toBeNull();
  world.session.update(inputOf({ chartId: 8 }));
  expect(world.requests).toHaveLength(1);
});

test('[7.1-03] layers of annotations are asked for apart, and drawn when they come', async () => {
  const layer = { name: 'Holidays', annotationType: 'EVENT', sourceType: 'NATIVE', value: 1 };
  const world = createWorld();
  world.session.update(inputOf({ form: formOf('a', { annotation_layers: [layer] }) }));
  expect(last(world).asked.queries[0]?.annotation_layers).toEqual([]);
  expect(world.layers.map(({ name }) => name)).toEqual(['Holidays']);
  last(world).answer('one');
  await settled();
  expect(world.session.view().shown?.results[0]?.annotations?.get('Holidays')?.records).toHaveLength(1);
  // Without the layer nothing is asked.
  world.session.update(inputOf());
  expect(world.session.view().annotations.size).toBe(0);
  expect(world.requests).toHaveLength(1);
});

test('a session that is closed ends its requests and listens no more; an update opens it again', async () => {
  const world = createWorld();
  world.session.update(inputOf());
  world.session.close();
  expect([last(world).signal.aborted, world.listens]).toEqual([true, false]);
  await settled();
  expect(statusOf(world)).toBe('loading');
  world.session.update(inputOf());
  last(world).answer('one');
  await settled();
  expect([world.requests.length, statusOf(world), world.listens]).toEqual([2, 'success', true]);
});

test('listeners are notified of changes alone', () => {
  const world = createWorld();
  const onChange = vi.fn<() => void>();
  const leave = world.session.subscribe(onChange);
  const input = inputOf();
  world.session.update(input);
  expect(onChange).toHaveBeenCalledTimes(1);
  world.session.update({ ...input });
  world.session.onRendered();
  expect(onChange).toHaveBeenCalledTimes(1);
  leave();
  world.session.stop();
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('an answer that the row limit cut is asked once more, and what comes then is shown and cached', async () => {
  const again: AnyViz['again'] = ([result], _, queries) =>
    result && result.sqlRowCount === 1 && queries[0]?.series_limit !== 5
      ? { queries: queries.map((query) => ({ ...query, series_limit: 5 })), take: (answers) => answers }
      : null;
  const world = createWorld({ definition: (type) => ({ ...fakeViz(type), again }) });
  world.session.update(inputOf());
  last(world).answer('cut');
  await settled();
  expect(world.requests).toHaveLength(2);
  expect(last(world).asked.queries[0]?.series_limit).toBe(5);
  expect(statusOf(world)).toBe('loading');
  last(world).answer('whole series');
  await settled();
  expect([statusOf(world), shownText(world)]).toEqual(['success', 'whole series']);
  // Refused, the first answer is what there is.
  world.session.refresh();
  last(world).answer('first');
  await settled();
  last(world).refuse(new Error('too slow'));
  await settled();
  expect([statusOf(world), shownText(world), world.requests.length]).toEqual(['success', 'first', 4]);
  // A newer question ends the second request like the first.
  world.session.refresh();
  last(world).answer('first');
  await settled();
  world.session.update(inputOf({ form: formOf('b') }));
  expect(world.requests[5]?.signal.aborted).toBe(true);
});

type Move =
  | { readonly kind: 'form'; readonly name: string }
  | { readonly kind: 'answer' | 'refuse'; readonly at: number }
  | { readonly kind: 'refresh'; readonly force: boolean }
  | { readonly kind: 'run' | 'stop' | 'hide' | 'show' | 'leave' | 'come' | 'close' | 'rendered' };

const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('form' as const), name: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constantFrom('answer' as const, 'refuse' as const), at: fc.nat(5) }),
    fc.record({ kind: fc.constant('refresh' as const), force: fc.boolean() }),
    fc.record({
      kind: fc.constantFrom('run', 'stop', 'hide', 'show', 'leave', 'come', 'close', 'rendered'),
    }) as fc.Arbitrary<Move>,
  ),
  { maxLength: 25 },
);

describe('whatever the order of answers', () => {
  test('at most one request is under way, and what is shown answers what is asked', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (given) => {
        const world = createWorld();
        const answered = new Set<Request>();
        let input = inputOf();
        for (const move of [{ kind: 'show' } as const, ...given]) {
          input = makeMove(world, answered, input, move);
          await settled();
          expect(underWay(world, answered).length).toBeLessThanOrEqual(1);
          // A chart that is not on screen keeps what it showed.
          if (!input.enabled || input.isAway) continue;
          if (statusOf(world) === 'success' || statusOf(world) === 'rendered')
            expect(shownText(world)).toMatch(new RegExp(`^${columnOf(input.form)} `));
        }
        // In the end the newest question is answered, whatever came before.
        world.session.update({ ...input, enabled: true, isAway: false, run: input.run + 1 });
        const newest = last(world);
        for (const request of world.requests) if (request !== newest) request.answer('late');
        newest.answer('the end');
        await settled();
        expect([statusOf(world), shownText(world)]).toEqual(['success', 'the end']);
        expect(world.queued.size).toBe(0);
      }),
    );
  });
});

/** Requests that have neither an answer nor been ended. */
function underWay({ requests }: World, answered: ReadonlySet<Request>): readonly Request[] {
  return requests.filter((request) => !request.signal.aborted && !answered.has(request));
}

function columnOf(form: RawForm | null): string {
  return String((form?.['columns'] as readonly string[] | undefined)?.[0]);
}

/** Answers carry the column that they were asked for. */
function makeMove(world: World, answered: Set<Request>, input: SessionInput, move: Move): SessionInput {
  const { session, requests } = world;
  const show = (next: SessionInput) => {
    session.update(next);
    return next;
  };
  switch (move.kind) {
    case 'form':
      return show({ ...input, form: formOf(move.name) });
    case 'run':
      return show({ ...input, run: input.run + 1 });
    case 'hide':
      return show({ ...input, enabled: false });
    case 'show':
      return show({ ...input, enabled: true });
    case 'leave':
      return show({ ...input, isAway: true });
    case 'come':
      return show({ ...input, isAway: false });
    case 'close':
      session.close();
      return show(input);
    case 'refresh':
      session.refresh(move.force);
      return input;
    case 'stop':
      session.stop();
      return input;
    case 'rendered':
      session.onRendered();
      return input;
    case 'answer':
    case 'refuse': {
      const request = requests[move.at % Math.max(1, requests.length)];
      if (request) {
        answered.add(request);
        if (move.kind === 'refuse') request.refuse(new Error('refused'));
        else request.answer(`${columnOf(request.asked.form)} ${move.at}`);
      }
      return input;
    }
  }
}
