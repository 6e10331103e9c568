import { expect, test } from 'vitest';
import { createCalmView } from './calm-view.ts';
import { createDrawSlots } from './draw-slots.ts';
import { createWorld, formOf, inputOf, settled, textOf, type World } from './session/session-fixtures.ts';

/** A chart of a dashboard, whose slots and waits the test moves. */
function setUp() {
  const world = createWorld();
  const frames: (() => void)[] = [];
  const waits = new Set<() => void>();
  const slots = createDrawSlots({ frame: (run) => void frames.push(run), now: (run) => run(), clock: () => 0 });
  const calm = createCalmView(world.session, {
    slots,
    later: (run) => {
      waits.add(run);
      return () => waits.delete(run);
    },
  });
  const seen: string[] = [];
  const stop = calm.subscribe(() => {
    const { state, shown } = calm.view();
    seen.push(`${state.status} ${textOf(shown?.results) ?? '–'}`);
  });
  return {
    world,
    calm,
    stop,
    waits,
    frame: () => {
      for (const run of frames.splice(0)) run();
    },
    wait: () => {
      for (const run of waits) run();
    },
    /** What it has heard since the last time. */
    heard: () => seen.splice(0),
  };
}

async function answer({ requests }: World, text: string): Promise<void> {
  requests.at(-1)?.answer(text);
  await settled();
}

test('of a selection that is answered at once a card hears one thing: its new picture, in its slot', async () => {
  const it = setUp();
  it.world.session.update(inputOf());
  await answer(it.world, 'one');
  it.world.session.onRendered();
  expect(it.heard()).toEqual(['loading –', 'success one']);

  it.world.session.update(inputOf({ form: formOf('b') }));
  await answer(it.world, 'two');
  expect([it.heard(), it.calm.isPending(), it.waits.size]).toEqual([[], true, 0]);
  it.frame();
  expect([it.heard(), it.calm.isPending()]).toEqual([['success two'], false]);
  it.world.session.onRendered();
  expect([it.heard(), it.world.session.view().state.status]).toEqual([[], 'rendered']);
});

test('a wait that is one is shown, with what the chart showed, and its end', async () => {
  const it = setUp();
  it.world.session.update(inputOf());
  await answer(it.world, 'one');
  it.heard();
  it.world.session.update(inputOf({ form: formOf('b') }));
  it.wait();
  expect(it.heard()).toEqual(['loading one']);
  it.world.session.stop();
  expect(it.heard()).toEqual(['stopped one']);
});

test('an answer whose next question is under way is drawn as it is, and not as a wait', async () => {
  const it = setUp();
  it.world.session.update(inputOf());
  await answer(it.world, 'one');
  it.heard();
  it.world.session.update(inputOf({ form: formOf('b') }));
  await answer(it.world, 'two');
  it.world.session.update(inputOf({ form: formOf('c') }));
  it.frame();
  expect([it.heard(), it.world.session.view().state.status]).toEqual([['success two'], 'loading']);
  await answer(it.world, 'three');
  it.frame();
  expect(it.heard()).toEqual(['success three']);
});

test('what the chart set itself is shown at once, and one that is gone has no slot and no wait', async () => {
  const it = setUp();
  it.world.session.update(inputOf());
  await answer(it.world, 'one');
  it.heard();
  it.world.session.setOwnState({ page: 1 });
  expect([it.heard(), it.calm.view().ownState]).toEqual([['success one'], { page: 1 }]);
  await answer(it.world, 'two');
  it.stop();
  it.frame();
  expect([it.heard(), it.waits.size]).toEqual([[], 0]);
});
