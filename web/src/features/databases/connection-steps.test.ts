import { expect, test } from 'vitest';
import type { StepName } from '../../api/databases.ts';
import {
  adviceOf,
  blamedField,
  nextRun,
  stepStates,
  stepsOf,
  type TestEvent,
  type TestRun,
} from './connection-steps.ts';

const host = [{ name: 'host' }, { name: 'port' }, { name: 'password' }, { name: 'username' }, { name: 'database' }];
const passed = (step: StepName, note: string | null = null): TestEvent => ({
  type: 'step_passed',
  step: { step, note, ms: 1 },
});
const run = (...events: readonly TestEvent[]): TestRun | null =>
  [{ type: 'started', at: 0 } as const, ...events].reduce(nextRun, null as TestRun | null);
const states = (after: TestRun | null, names = stepsOf(host)) =>
  after === null ? [] : stepStates(names, after).map((step) => `${step.name}:${step.state}`);

test('[8.6-01] while a test runs, the steps that are done show as done and the next one as being tried', () => {
  expect(states(run())).toEqual(['name:running', 'port:waiting', 'tls:waiting', 'login:waiting', 'rights:waiting']);
  expect(states(run(passed('name'), passed('port')))).toEqual([
    'name:passed',
    'port:passed',
    'tls:running',
    'login:waiting',
    'rights:waiting',
  ]);
});

test('[8.6-01] a wrong password passes name, port and TLS and leaves the rights untried', () => {
  expect(states(run(passed('name'), { type: 'failed', step: 'login' }))).toEqual([
    'name:passed',
    'port:passed',
    'tls:passed',
    'login:failed',
    'rights:skipped',
  ]);
});

test('a step that passed keeps its note', () => {
  const after = run(passed('name'), passed('port'), passed('tls', 'not encrypted'), { type: 'passed' });
  expect(after && stepStates(stepsOf(host), after)[2]).toEqual({ name: 'tls', state: 'passed', note: 'not encrypted' });
});

test('a refusal of no step, and a stop, leave what was not tried untried', () => {
  expect(new Set(states(run({ type: 'failed', step: null })).map((text) => text.split(':')[1]))).toEqual(
    new Set(['skipped']),
  );
  expect(states(run(passed('name'), { type: 'stopped' })).slice(0, 2)).toEqual(['name:passed', 'port:skipped']);
});

test('what arrives after the end of a test changes nothing', () => {
  const stopped = run({ type: 'stopped' });
  expect(nextRun(stopped, passed('name'))).toBe(stopped);
  expect(nextRun(null, { type: 'passed' })).toBeNull();
});

test('a file has no port, no TLS and no login', () => {
  expect(states(run(passed('name'), passed('rights'), { type: 'passed' }), stepsOf([{ name: 'path' }]))).toEqual([
    'name:passed',
    'rights:passed',
  ]);
});

test.each([
  ['connection_hostname', 'name', 'host'],
  ['connection_port_closed', 'port', 'port'],
  ['connection_timeout', 'port', 'host'],
  ['connection_timeout', 'tls', 'port'],
  ['connection_access_denied', 'login', 'password'],
  ['connection_username', 'login', 'username'],
  ['connection_permissions', 'rights', 'username'],
  ['something_else', null, null],
  ['connection_host_down', 'port', 'host'],
  ['connection_host_down', 'login', 'port'],
  ['connection_unknown_database', 'rights', 'database'],
] as const)('[8.6-01] %s at %s shows beside the field %s', (code, step, field) => {
  expect(blamedField(code, step, host)).toBe(field);
});

test('a file that is not found shows beside its path', () => {
  expect(blamedField('connection_hostname', 'name', [{ name: 'path' }])).toBe('path');
});

test('[8.6-01] each failure has its own advice: a wrong name does not lead to checking the password', () => {
  expect(adviceOf('connection_unknown_database', 'rights', host)).toEqual({
    verdict: 'There is no such database.',
    fix: 'Check the name of the database. Upper and lower case may matter.',
  });
  expect(adviceOf('connection_access_denied', 'login', host)).toEqual({
    verdict: 'The sign-in was refused.',
    fix: 'Check the user name and the password.',
  });
  expect(adviceOf('connection_username', 'login', host).fix).toBe('Check the user name.');
  expect(adviceOf('connection_password', 'login', host).fix).toBe('Check the password.');
  expect(adviceOf('connection_permissions', 'rights', host).fix).toContain('Ask for the right');
  expect(adviceOf('connection_timeout', 'login', host).verdict).toBe('No answer in time.');
  expect(adviceOf(null, 'tls', host).verdict).toBe('The connection could not be secured.');
  expect(adviceOf('connection_hostname', 'name', [{ name: 'path' }]).verdict).toBe('The file cannot be used.');
});
