import type { ConnectionField } from '../../api/databases.ts';

/** Steps of a connection test, in the order in which they are tried. */
export type StepName = 'name' | 'port' | 'tls' | 'login' | 'rights';
export type StepState = 'waiting' | 'running' | 'passed' | 'failed' | 'skipped';
export type Step = { readonly name: StepName; readonly state: StepState };

const all: readonly StepName[] = ['name', 'port', 'tls', 'login', 'rights'];
/** A file is found and read; there is no network in between. */
const ofFiles: readonly StepName[] = ['name', 'rights'];

/** Codes of the error catalogue by the step that they mean. */
const stepByCode: Readonly<Record<string, StepName>> = {
  connection_hostname: 'name',
  connection_port_closed: 'port',
  connection_host_down: 'port',
  connection_timeout: 'port',
  connection_invalid_port: 'port',
  connection_tls: 'tls',
  connection_username: 'login',
  connection_password: 'login',
  connection_access_denied: 'login',
  connection_unknown_database: 'login',
  connection_permissions: 'rights',
};

/** What to do about a failed step, besides what the message says. */
export const fixes: Readonly<Record<StepName, string>> = {
  name: 'Check the spelling of the host or the file. From inside a container, "localhost" is the container itself.',
  port: 'Check the port, that the server is running, and that no firewall lies between.',
  tls: 'Choose the encryption that the server offers, or add its certificate.',
  login: 'Check the user, the password and the name of the database.',
  rights: 'Ask for the right to connect and to read. A role that can only read is enough, and safer.',
};

export const stepLabels: Readonly<Record<StepName, string>> = { name: 'Name found', port: 'Port open', tls: 'Connection secured', login: 'Signed in', rights: 'Allowed to read' };

/** The steps that a kind of database goes through. */
export function stepsOf(fields: readonly Pick<ConnectionField, 'name'>[]): readonly StepName[] {
  return fields.some((field) => field.name === 'host') ? all : ofFiles;
}

export type TestOutcome = { readonly kind: 'idle' | 'running' | 'passed' } | { readonly kind: 'failed'; readonly code: string | null };

/** Each step's state: those before a failed one went through, those after it were not tried. */
export function stepStates(names: readonly StepName[], outcome: TestOutcome): readonly Step[] {
  if (outcome.kind !== 'failed') {
    const state = outcome.kind === 'passed' ? 'passed' : outcome.kind === 'running' ? 'running' : 'waiting';
    return names.map((name) => ({ name, state }));
  }
  const failed = outcome.code === null ? undefined : stepByCode[outcome.code];
  const at = failed === undefined ? -1 : names.indexOf(failed);
  // A refusal that is no step (a field that is missing or not allowed) comes before the first.
  if (at === -1) return names.map((name) => ({ name, state: 'skipped' }));
  return names.map((name, index) => ({ name, state: index < at ? 'passed' : index === at ? 'failed' : 'skipped' }));
}

/** The step that failed, if the error is of one. */
export function failedStep(code: string | null): StepName | null {
  return code === null ? null : (stepByCode[code] ?? null);
}
