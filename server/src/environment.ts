import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearestName } from '@tessera/core/nearest-name';

export type Env = Readonly<Record<string, string | undefined>>;
/** A setting that cannot be used, and what to do about it; the two together are a sentence. */
export type Mistake = { readonly setting: string; readonly reason: string };
export type TellMistake = (setting: string, reason: string) => void;

/** Each may also be given as a file, by the same name and `_FILE`. */
export const secretVariables = [
  'TESSERA_SECRET_KEY',
  'TESSERA_METADATA_URL',
  'TESSERA_REDIS_URL',
  'TESSERA_ADMIN_PASSWORD',
  'TESSERA_METRICS_TOKEN',
] as const;
export type SecretVariable = (typeof secretVariables)[number];

const variables: readonly string[] = [
  ...secretVariables,
  ...secretVariables.map((name) => `${name}_FILE`),
  'TESSERA_HOME',
  'TESSERA_CONFIG',
  'TESSERA_SAMPLES',
  'TESSERA_BASE_URL',
  'TESSERA_ADMIN_USERNAME',
  'TESSERA_ADMIN_EMAIL',
  'TESSERA_ADMIN_FIRST_NAME',
  'TESSERA_ADMIN_LAST_NAME',
];
/** Two have no prefix. */
const plainNames: ReadonlyMap<string, string> = new Map([
  ['TESSERA_PORT', 'PORT'],
  ['TESSERA_HOST', 'HOST'],
]);
/** Read by the tools of development and by tests, which hand their environment on. */
const ofTools = /^TESSERA_(API$|TEST_|ORACLE_)/;
/** Names a folder whose files everybody may read. */
const TEST_MESSAGES = 'TESSERA_TEST_MESSAGES';
/** Kubernetes sets these for each service, whose name may begin with ours. */
const ofKubernetes = /^TESSERA(_\w+)?_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_\w+)$/;
const MAX_SECRET_BYTES = 64 * 1024;

/** Tell of variables that begin as ours do and are none: whoever set one believes that it acts. */
export function checkNames(env: Env, tell: TellMistake): void {
  for (const [name, value = ''] of Object.entries(env)) {
    if (
      !name.toUpperCase().startsWith('TESSERA_') ||
      variables.includes(name) ||
      (ofTools.test(name) && !(name === TEST_MESSAGES && env['NODE_ENV'] !== 'test')) ||
      ofKubernetes.test(name)
    )
      continue;
    if (name === TEST_MESSAGES) {
      tell(name, 'is for tests of languages: it is read where NODE_ENV is "test". Unset it.');
      continue;
    }
    if (/^TESSERA(_\w+)?_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value)) continue; // of Kubernetes as well
    const meant = plainNames.get(name) ?? nearestName(name, variables);
    tell(
      name,
      'is not a variable of Tessera. ' +
        `${meant === null ? 'docs/operations.md lists them; unset it.' : `Did you mean ${meant}?`}`,
    );
  }
}

/**
 * A secret from its variable or from the file that `…_FILE` names, without the line end there. Null: not given, or
 * reported as a mistake.
 */
export function readSecret(env: Env, name: SecretVariable, cwd: string, tell: TellMistake): string | null {
  const value = env[name] || null;
  const fileVariable = `${name}_FILE`;
  const file = env[fileVariable];
  if (!file) return value;
  if (value !== null) {
    tell(name, `and ${fileVariable} are both set. Unset one of them.`);
    return null;
  }
  const path = resolve(cwd, file);
  const problem = fileProblem(path);
  if (problem !== null) {
    tell(fileVariable, `names ${path}, which ${problem}.`);
    return null;
  }
  const text = readFileSync(path, 'utf8').replace(/(\r?\n)+$/, '');
  if (text !== '') return text;
  tell(fileVariable, `names ${path}, which is empty.`);
  return null;
}

/** A pipe or a device may never end, and is not opened. */
function fileProblem(path: string): string | null {
  try {
    const found = statSync(path);
    if (!found.isFile()) return 'is not a file';
    if (found.size > MAX_SECRET_BYTES) return `is larger than ${MAX_SECRET_BYTES / 1024} KB`;
    readFileSync(path);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
  }
}
