import { expect, test } from 'vitest';
import { failedStep, stepStates, stepsOf } from './connection-steps.ts';

const states = (outcome: Parameters<typeof stepStates>[1], names = stepsOf([{ name: 'host' }])) => stepStates(names, outcome).map((step) => `${step.name}:${step.state}`);

test('a wrong password passes name, port and TLS and leaves the rights untried', () => {
  expect(states({ kind: 'failed', code: 'connection_password' })).toEqual(['name:passed', 'port:passed', 'tls:passed', 'login:failed', 'rights:skipped']);
  expect(failedStep('connection_password')).toBe('login');
});

test('an unknown host fails the first step', () => {
  expect(states({ kind: 'failed', code: 'connection_hostname' })[0]).toBe('name:failed');
});

test('a refusal before any step tries none', () => {
  expect(new Set(states({ kind: 'failed', code: 'invalid_fields' }).map((text) => text.split(':')[1]))).toEqual(new Set(['skipped']));
});

test('a file has no port, no TLS and no login', () => {
  expect(states({ kind: 'passed' }, stepsOf([{ name: 'path' }]))).toEqual(['name:passed', 'rights:passed']);
});
