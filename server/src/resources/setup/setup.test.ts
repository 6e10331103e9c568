import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { TEST_NOW } from '../../testing/builders.ts';
import { metadataKinds } from '../../testing/metadata-kinds.ts';
import { testApp } from '../../testing/test-app.ts';
import { seedRoles } from '../roles/builtin.ts';
import { createSetupService, type SetupService } from './service.ts';

const account = {
  username: 'root',
  password: 'a long password',
  email: 'root@example.com',
  first_name: 'Root',
  last_name: 'Admin',
};
const passwords = { hash: async (password: string) => `hash of ${password.length}`, matches: async () => false };

describe.each(metadataKinds)('the first administrator on $name', (kind) => {
  describe.skipIf(!kind.isHere)('', () => {
    let server: Awaited<ReturnType<typeof kind.start>>;
    let metadata: Metadata;
    let setup: SetupService;

    beforeAll(async () => {
      server = await kind.start();
    });
    beforeEach(async () => {
      metadata = await server.open();
      await seedRoles(metadata.db, TEST_NOW);
      setup = createSetupService({ db: metadata.db, passwords, now: () => TEST_NOW, onChange: () => undefined });
    });
    afterEach(() => metadata.close());
    afterAll(() => server.stop());

    const admins = () => metadata.db.selectFrom('users').select(['id', 'username']).execute();

    test('two who use the link at once make exactly one', async () => {
      const token = (await setup.issueToken()) ?? '';
      const tries = await Promise.allSettled(
        [1, 2, 3].map((number) =>
          setup.complete(token, { ...account, username: `root${number}`, email: `root${number}@example.com` }),
        ),
      );
      expect(tries.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      expect(await admins()).toHaveLength(1);
    });

    test('a link is good once, only the newest, and dead after the first administrator', async () => {
      const old = (await setup.issueToken()) ?? '';
      const token = (await setup.issueToken()) ?? '';
      await expect(setup.complete(old, account)).rejects.toThrow('This setup link is not valid');
      await expect(setup.complete('guess', account)).rejects.toThrow('This setup link is not valid');
      await setup.complete(token, account);
      await expect(setup.complete(token, { ...account, username: 'second' })).rejects.toThrow(
        'This installation is set up already',
      );
      expect(await setup.issueToken()).toBeNull();
      expect(await admins()).toMatchObject([{ username: 'root' }]);
    });

    test('the link signs its user in, and the list of users says so', async () => {
      await setup.complete((await setup.issueToken()) ?? '', account);
      expect(await metadata.db.selectFrom('users').select(['last_login', 'login_count']).execute()).toEqual([
        { last_login: TEST_NOW.toISOString(), login_count: 1 },
      ]);
    });

    test('only the hash of the token is retained', async () => {
      const token = (await setup.issueToken()) ?? '';
      const rows = await metadata.db.selectFrom('settings').selectAll().execute();
      expect(token).toHaveLength(32);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    test('the environment makes one administrator, also when two servers start', async () => {
      const given = {
        username: 'ada.lovelace',
        password: account.password,
        email: account.email,
        firstName: null,
        lastName: null,
      };
      const both = await Promise.all([setup.fromEnvironment(given), setup.fromEnvironment(given)]);
      expect(both.filter(Boolean)).toHaveLength(1);
      expect(await metadata.db.selectFrom('users').select(['first_name', 'last_name']).execute()).toEqual([
        { first_name: 'Ada', last_name: 'Lovelace' },
      ]);
    });

    test('the environment may say what the administrator is called', async () => {
      await setup.fromEnvironment({
        username: 'admin',
        password: account.password,
        email: account.email,
        firstName: 'Grace',
        lastName: 'Hopper',
      });
      expect(await metadata.db.selectFrom('users').select(['first_name', 'last_name']).execute()).toEqual([
        { first_name: 'Grace', last_name: 'Hopper' },
      ]);
    });

    test('the command line makes an administrator, or gives a user that role and a password', async () => {
      expect(await setup.ensureAdmin(account)).toBe(true);
      await metadata.db.updateTable('users').set({ is_active: 0 }).execute();
      await metadata.db.deleteFrom('user_roles').execute();
      expect(await setup.ensureAdmin({ ...account, password: 'another password' })).toBe(false);
      expect(await setup.isDone()).toBe(true);
      expect(await metadata.db.selectFrom('users').select(['password_hash', 'session_epoch']).execute()).toEqual([
        { password_hash: 'hash of 16', session_epoch: 1 },
      ]);
    });
  });
});

test('after the setup its addresses are gone and tell nothing', async () => {
  const server = await testApp();
  const answers = [
    await server.request({ url: '/api/v1/setup' }),
    await server.request({
      method: 'POST',
      url: '/api/v1/setup',
      payload: { token: 'x', username: 'a', password: 'long enough', email: 'a@b' },
    }),
  ];
  expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404]);
  expect(answers[0]?.json()).toEqual({ message: 'Not found' });
  await server.close();
});
