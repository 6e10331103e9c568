import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import type { Preview } from '../../engines/uploads/protocol.ts';

/** What is known of a file that is being sent; it lies beside the file, so that any server goes on with it. */
export type Staged = {
  readonly key: string;
  readonly owner: number;
  readonly name: string;
  readonly size: number;
  readonly received: number;
  /** What was last made of the file; the table lies beside it. */
  readonly made: { readonly table: string; readonly preview: Preview } | null;
};
export type Staging = ReturnType<typeof createStaging>;
type State = { readonly folder: string; readonly now: () => number };

const STATE = 'state.json';
/** Nobody goes on with a file after so long. */
const FORGOTTEN_MS = 2 * 3_600_000;
/** Files that one user has in the making; older ones go. */
const AT_ONCE = 8;

/** Files that are being sent and looked at, each in a folder under a name that is made here. */
export function createStaging(folder: string, now: () => number) {
  return bindAll({ folder, now } satisfies State, { begin, find, receive, note, remove, sweep, pathsOf });
}

function pathsOf({ folder }: State, key: string) {
  const own = join(folder, key);
  return { folder: own, source: join(own, 'source'), table: join(own, 'table.duckdb') };
}

async function begin(state: State, owner: number, name: string, size: number): Promise<Staged> {
  await forgetOldest(state, owner);
  const staged: Staged = { key: randomUUID(), owner, name, size, received: 0, made: null };
  const { folder, source } = pathsOf(state, staged.key);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(source, '', { mode: 0o600 });
  await write(state, staged);
  return staged;
}

/** The file of this user; null for one of others, or one that was given up. */
async function find(state: State, owner: number | null, key: string): Promise<Staged | null> {
  const staged = await read(state, key);
  return staged?.owner === owner ? staged : null;
}

/**
 * Take a part of the file; one that is cut off counts as not sent.
 * @throws AppError upload_out_of_step, payload_too_large
 */
async function receive(state: State, staged: Staged, offset: number, part: Readable, most: number): Promise<Staged> {
  if (offset !== staged.received) throw new AppError('upload_out_of_step', { received: staged.received });
  const { source } = pathsOf(state, staged.key);
  // What a part that was cut off has left behind.
  await truncate(source, offset);
  const out = createWriteStream(source, { flags: 'r+', start: offset });
  const bound = Math.min(most, staged.size - offset);
  let bytes = 0;
  try {
    await once(out, 'open');
    for await (const chunk of part) {
      bytes += (chunk as Buffer).length;
      if (bytes > bound) throw new AppError('payload_too_large', { limit: `${Math.ceil(bound / 1_048_576)} MB` });
      if (!out.write(chunk)) await once(out, 'drain');
    }
    out.end();
    await once(out, 'close');
  } finally {
    out.destroy();
  }
  const next = { ...staged, received: offset + bytes, made: null };
  await write(state, next);
  return next;
}

/** Note what was made of a file, unless it was given up meanwhile. */
async function note(state: State, key: string, made: Staged['made']): Promise<void> {
  const staged = await read(state, key);
  if (staged) await write(state, { ...staged, made });
}

async function remove(state: State, key: string): Promise<void> {
  await rm(pathsOf(state, key).folder, { recursive: true, force: true });
}

/** Take away what nobody goes on with; everything where no other server can be at it. */
async function sweep(state: State, all = false): Promise<void> {
  for (const key of await keys(state)) {
    const changed = await stat(join(state.folder, key, STATE)).catch(() => null);
    if (all || changed === null || state.now() - changed.mtimeMs > FORGOTTEN_MS) await remove(state, key);
  }
}

async function forgetOldest(state: State, owner: number): Promise<void> {
  const own: { readonly key: string; readonly at: number }[] = [];
  for (const key of await keys(state)) {
    if ((await read(state, key))?.owner !== owner) continue;
    own.push({ key, at: (await stat(join(state.folder, key, STATE)).catch(() => null))?.mtimeMs ?? 0 });
  }
  const old = own.sort((a, b) => b.at - a.at).slice(AT_ONCE - 1);
  for (const { key } of old) await remove(state, key);
}

function keys({ folder }: State): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function read(state: State, key: string): Promise<Staged | null> {
  const text = await readFile(join(state.folder, key, STATE), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Staged);
}

async function write(state: State, staged: Staged): Promise<void> {
  const file = join(state.folder, staged.key, STATE);
  const aside = `${file}.${randomUUID()}`;
  await writeFile(aside, JSON.stringify(staged), { mode: 0o600 });
  await rename(aside, file);
}
