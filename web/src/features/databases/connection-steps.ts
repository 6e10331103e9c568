import { msg } from '@tessera/core/messages';
import type { ConnectionField, PassedStep, StepName } from '../../api/databases.ts';

export type StepState = 'waiting' | 'running' | 'passed' | 'failed' | 'skipped';
export type Step = { readonly name: StepName; readonly state: StepState; readonly note: string | null };

/** A connection test as far as it has come. */
export type TestRun = {
  readonly state: 'running' | 'passed' | 'failed' | 'stopped';
  readonly passed: readonly PassedStep[];
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The step that failed; `null` while none has, or when the refusal is of no step. */
  readonly failed: StepName | null;
};
export type TestEvent =
  | { readonly type: 'started'; readonly at: number }
  | { readonly type: 'step_passed'; readonly step: PassedStep }
  | { readonly type: 'passed' }
  | { readonly type: 'failed'; readonly step: StepName | null }
  | { readonly type: 'stopped' }
  | { readonly type: 'cleared' };

/** Pure: the life of a test. What comes after its end is not heard. */
export function nextRun(run: TestRun | null, event: TestEvent): TestRun | null {
  if (event.type === 'started') return { state: 'running', passed: [], startedAt: event.at, failed: null };
  if (event.type === 'cleared') return null;
  if (run?.state !== 'running') return run;
  switch (event.type) {
    case 'step_passed':
      return { ...run, passed: [...run.passed, event.step] };
    case 'passed':
      return { ...run, state: 'passed' };
    case 'failed':
      return { ...run, state: 'failed', failed: event.step };
    case 'stopped':
      return { ...run, state: 'stopped' };
  }
}

const all: readonly StepName[] = ['name', 'port', 'tls', 'login', 'rights'];
/** A file is found and read; there is no network in between. */
const ofFiles: readonly StepName[] = ['name', 'rights'];

/** What to do about a failed step, besides what the message says. */
const fixes: Readonly<Record<StepName, string>> = {
  name: 'Check the spelling of the host. From inside a container, "localhost" is the container itself.',
  port: 'Check the port, that the server is running, and that no firewall lies between.',
  tls: 'Choose the encryption that the server offers, or add its certificate.',
  login: 'Check the user name and the password.',
  rights: 'Ask for the right to connect and to read. A role that can only read is enough, and safer.',
};
const fileFixes: Readonly<Partial<Record<StepName, string>>> = {
  name: 'Check the spelling of the path; it begins in the folder for data files.',
  rights: 'Choose a file of this kind that the server may read.',
};
/** The failed step in a sentence. */
const failures: Readonly<Record<StepName, string>> = {
  name: 'The host was not found.',
  port: 'The port does not answer.',
  tls: 'The connection could not be secured.',
  login: 'The sign-in was refused.',
  rights: 'The rights are not enough.',
};
const fileFailures: Readonly<Partial<Record<StepName, string>>> = {
  name: 'The file cannot be used.',
  rights: 'The file cannot be read.',
};

type Advice = { readonly verdict: string; readonly fix: string };
/** Where the failure says more than its step does. */
const byFailure: Readonly<Record<string, Advice>> = {
  connection_timeout: { verdict: msg('No answer in time.'), fix: fixes.port },
  connection_port_closed: { verdict: msg('The port is closed.'), fix: fixes.port },
  connection_host_down: {
    verdict: msg('The server does not answer as it should.'),
    fix: msg('Check that host and port are those of this kind of database, and that it is well.'),
  },
  connection_username: { verdict: msg('The user is not known.'), fix: msg('Check the user name.') },
  connection_password: { verdict: msg('The password was not accepted.'), fix: msg('Check the password.') },
  connection_unknown_database: {
    verdict: msg('There is no such database.'),
    fix: msg('Check the name of the database. Upper and lower case may matter.'),
  },
};

/**
 * What to tell about a failed test: what failed in a sentence, and what to do.
 * @param code Of the failure; `null` where
 * there is none.
 */
export function adviceOf(
  code: string | null,
  step: StepName,
  fields: readonly Pick<ConnectionField, 'name'>[],
): Advice {
  const ofFile = isOfFiles(fields);
  const told = ofFile || code === null ? undefined : byFailure[code];
  return (
    told ?? {
      verdict: (ofFile ? fileFailures[step] : undefined) ?? failures[step],
      fix: (ofFile ? fileFixes[step] : undefined) ?? fixes[step],
    }
  );
}

export const stepLabels: Readonly<Record<StepName, string>> = {
  name: 'Name found',
  port: 'Port open',
  tls: 'Connection secured',
  login: 'Signed in',
  rights: 'Allowed to read',
};
export const fileStepLabels: Readonly<Partial<Record<StepName, string>>> = {
  name: 'File found',
  rights: 'File can be read',
};

export function isOfFiles(fields: readonly Pick<ConnectionField, 'name'>[]): boolean {
  return !fields.some((field) => field.name === 'host');
}

/** The steps that a kind of database goes through. */
export function stepsOf(fields: readonly Pick<ConnectionField, 'name'>[]): readonly StepName[] {
  return isOfFiles(fields) ? ofFiles : all;
}

/** Each step's state: those before a failed one went through, those after it were not tried. */
export function stepStates(names: readonly StepName[], run: TestRun | null): readonly Step[] {
  if (run === null) return names.map((name) => ({ name, note: null, state: 'waiting' }));
  const { failed, passed, state } = run;
  const notes = new Map(passed.map(({ step, note }) => [step, note]));
  const failedAt = failed === null ? -1 : names.indexOf(failed);
  const next = names.findIndex((name) => !notes.has(name));
  return names.map((name, index) => ({ name, note: notes.get(name) ?? null, state: stateAt(index) }));

  function stateAt(index: number): StepState {
    if (failedAt !== -1) return index < failedAt ? 'passed' : index === failedAt ? 'failed' : 'skipped';
    if (state === 'passed' || next === -1 || index < next) return 'passed';
    if (state === 'running') return index === next ? 'running' : 'waiting';
    return 'skipped';
  }
}

/** Fields by the code of the failure, the likeliest to blame first. */
const blamed: Readonly<Record<string, readonly string[]>> = {
  connection_hostname: ['host', 'path'],
  connection_host_down: ['host'],
  connection_port_closed: ['port'],
  connection_invalid_port: ['port'],
  connection_tls: ['sslmode'],
  connection_username: ['username'],
  connection_password: ['password'],
  connection_access_denied: ['password'],
  connection_unknown_database: ['database'],
  connection_permissions: ['username', 'path'],
};

/** The field beside which a failure belongs; `null` where no field is to blame. */
export function blamedField(
  code: string | null,
  step: StepName | null,
  fields: readonly Pick<ConnectionField, 'name'>[],
): string | null {
  // Who does not answer at all is the wrong host; who accepts and then says nothing, or something else, is the wrong
  // port.
  const isAnother = code === 'connection_timeout' || (code === 'connection_host_down' && step === 'login');
  const names = isAnother ? [step === 'port' ? 'host' : 'port'] : code === null ? [] : (blamed[code] ?? []);
  return names.find((name) => fields.some((field) => field.name === name)) ?? null;
}
