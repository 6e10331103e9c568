import { expect, test } from 'vitest';
import type { Connection, FieldValue } from '../engines/drivers/driver.ts';
import type { ConnectionTest, Engine } from '../engines/engine.ts';

type Change = Readonly<Record<string, FieldValue>>;
/** What is changed of a connection that works, and what its test says then. */
type Attempt = readonly [what: string, change: Change, want: Partial<ConnectionTest>, more?: Partial<Connection>];

const every: readonly Attempt[] = [
  [
    'a name that nobody knows',
    { host: 'no-such-host.invalid' },
    { ok: false, step: 'name', failure: 'connection_hostname' },
  ],
  [
    'an address that holds the credentials of cloud machines',
    { host: '169.254.169.254' },
    { ok: false, step: 'name', failure: 'connection_hostname' },
  ],
  [
    'a host that the operator does not list',
    {},
    { ok: false, step: 'name', failure: 'connection_hostname' },
    { anyHost: false },
  ],
  ['a closed port', { port: 1 }, { ok: false, step: 'port', failure: 'connection_port_closed' }],
  ['what works', {}, { ok: true }],
];

/** Asked of a server that does not encrypt. */
export const refusesPlain: Attempt = [
  'encryption where there is none',
  { sslmode: 'require' },
  { ok: false, step: 'tls', failure: 'connection_tls' },
];

/** A connection test names the step that fails: the cases that every server has, and those of its own. */
export function connectionSteps(
  open: (change: Change, more: Partial<Connection>) => Engine,
  own: readonly Attempt[],
): void {
  test.each([...every, ...own].map(([what, change, want, more = {}]) => ({ what, change, want, more })))(
    '[8.6-01] the step that fails is named: $what',
    async ({ change, want, more }) => {
      const engine = open(change, more);
      const result = await engine.test();
      await engine.close();
      expect(result).toMatchObject(want);
    },
  );
}
