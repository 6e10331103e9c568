import { expect, test } from 'vitest';
import { createPictureJobs, type PictureOrder } from './picture-jobs.ts';

type Found = Awaited<ReturnType<Parameters<typeof createPictureJobs>[0]['find']>>;
const order: PictureOrder = { dashboardId: 1, kind: 'thumbnail', version: null, state: {}, force: false };

function fakeJobs() {
  const states = new Map<string, NonNullable<Found>['state']>();
  const jobs = createPictureJobs({
    submit: async ({ user_id: userId }) => {
      const id = `${userId} ${states.size}`;
      states.set(id, 'queued');
      return id;
    },
    find: async (id) => {
      const state = states.get(id);
      return state === undefined ? undefined : ({ id, state } as NonNullable<Found>);
    },
    touch: async () => undefined,
  });
  return { states, jobs };
}

test('[attack 110] a list of dashboards begins two pictures of one user at once, and six of all', async () => {
  const { states, jobs } = fakeJobs();
  const ask = (userId: number, attempt: number) => jobs.ensure(`${userId} ${attempt}`, userId, order);
  const all = (userId: number) => Promise.all(Array.from({ length: 20 }, (_, at) => ask(userId, at)));
  expect(new Set(await all(1))).toEqual(new Set(['Pending']));
  expect(states.size).toBe(2);
  await Promise.all([2, 3, 4, 5].map(all));
  expect(states.size).toBe(6);
  const [first = ''] = states.keys();
  states.set(first, 'done');
  expect(await ask(1, 0)).toBe('Updated');
  await ask(9, 1);
  expect(states.size).toBe(7);
});

test('what is waited for is made once, and its end is said once', async () => {
  const { states, jobs } = fakeJobs();
  const ask = () => jobs.ensure('one', 1, order);
  await Promise.all([ask(), ask(), ask()]);
  const [id = ''] = states.keys();
  expect(states.size).toBe(1);
  states.set(id, 'running');
  expect(await ask()).toBe('Computing');
  states.set(id, 'error');
  expect([await ask(), await ask(), states.size]).toEqual(['Error', 'Pending', 2]);
});

test('a job that its table forgot has ended', async () => {
  const { states, jobs } = fakeJobs();
  await jobs.ensure('one', 1, order);
  states.clear();
  expect(await jobs.ensure('one', 1, order)).toBe('Error');
});
