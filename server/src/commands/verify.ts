import { lstatSync, readdirSync, statSync } from 'node:fs';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { countRows } from '../metadata/transfer.ts';
import { isOwnName } from './home-files.ts';
import { FILES_FOLDER, MANIFEST_FILE, ROWS_FILE, digestOf, type Backup, type Digest } from './manifest.ts';
import { UsageError } from './usage.ts';

/** So many errors are reported; a copy that was broken off lacks hundreds of files. */
const MAX_TOLD = 5;

/**
 * Compare a backup with what it says of itself, whole: names, sizes, digests, and the rows of each table. Changes
 * nothing.
 * @throws UsageError with what is wrong
 */
export async function verifyBackup(folder: string, backup: Backup): Promise<void> {
  const wrongName = backup.files.map(({ name }) => nameProblem(name)).find((problem) => problem !== null);
  if (wrongName !== undefined) throw refusal(folder, [wrongName]);
  const listed = [
    { path: ROWS_FILE, digest: backup.metadata },
    ...backup.files.map(({ name, digest }) => ({ path: `${FILES_FOLDER}/${name}`, digest })),
  ];
  const complaints: string[] = [];
  for (const { path, digest } of listed) {
    const complaint = await fileProblem(join(folder, path), path, digest);
    if (complaint !== null) complaints.push(complaint);
  }
  complaints.push(
    ...unlisted(folder, new Set([MANIFEST_FILE, ...listed.map(({ path }) => path)])).map(
      (path) => `${path} is not in its list`,
    ),
  );
  // The rows are read only where the file is the one that was written: anything else is reported by its digest.
  if (complaints.length === 0) complaints.push(...(await rowProblems(join(folder, ROWS_FILE), backup.rows)));
  if (complaints.length > 0) throw refusal(folder, complaints);
}

function refusal(folder: string, complaints: readonly string[]): UsageError {
  const more = complaints.length > MAX_TOLD ? `; and ${complaints.length - MAX_TOLD} more` : '';
  return new UsageError(
    `The backup ${folder} cannot be restored, and nothing was changed: ` +
      `${complaints.slice(0, MAX_TOLD).join('; ')}${more}. Copy it again from where it was made, or take ` +
      'another backup.',
  );
}

/** Names come from a file that anybody may have written. */
function nameProblem(name: string): string | null {
  const path = normalize(name);
  if (name === '' || isAbsolute(name) || path.split(sep)[0] === '..')
    return `it names the file ${name}, which lies outside of the home folder`;
  if (path !== name || isOwnName(name)) return `it names the file ${name}, which no backup holds`;
  return null;
}

async function fileProblem(file: string, path: string, digest: Digest | null): Promise<string | null> {
  const entry = lstatSync(file, { throwIfNoEntry: false });
  if (!entry) return `${path} is missing`;
  if (!entry.isFile()) return `${path} is not a file`;
  if (digest === null) return null;
  if (entry.size < digest.bytes) return `${path} is cut off (${entry.size} of ${digest.bytes} bytes)`;
  return entry.size > digest.bytes || (await digestOf(file)).sha256 !== digest.sha256
    ? `${path} is damaged (its digest is another)`
    : null;
}

function unlisted(folder: string, known: ReadonlySet<string>): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        !known.has(path.split(sep).join('/')) &&
        !statSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory(),
    )
    .sort();
}

async function rowProblems(file: string, expected: Readonly<Record<string, number>>): Promise<readonly string[]> {
  let found: Readonly<Record<string, number>>;
  try {
    found = await countRows(file);
  } catch (error) {
    return [`${ROWS_FILE} is cut off or damaged (${error instanceof Error ? error.message : String(error)})`];
  }
  const tables = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
  return tables
    .filter((table) => (expected[table] ?? 0) !== (found[table] ?? 0))
    .map((table) => `${ROWS_FILE} holds ${found[table] ?? 0} of ${expected[table] ?? 0} rows of ${table}`);
}
