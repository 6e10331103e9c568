import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { METADATA_FILE, type Settings } from '../config.ts';
import { SECRET_FILE, codeOf, makeFolder, writeWhole } from '../home.ts';
import { AppError } from '@tessera/core/errors/app-error';
import { isPostgresUrl, openMetadata } from '../metadata/connect.ts';

// A restore is prepared in a folder of the home. Once its plan stands there it happens, whoever ends it; before, it
// does not.

const STAGE = '.restore';
const PLAN_FILE = 'plan.json';
/** Setting by which a PostgreSQL database tells that the rows of a plan were committed. */
export const RESTORE_SETTING = 'restore';

export type Plan = {
  /**
   * Where the rows are in PostgreSQL: their transaction decides, and leaves this id. Null: the metadata file is part of
   * the plan.
   */
  readonly id: string | null;
  /** What the present metadata file is called afterwards. */
  readonly replaced: string;
  /** Files of the home, as paths below it. */
  readonly files: readonly string[];
};

/** Where the parts of a restore stand until it happens. */
export function stagePaths(home: string): {
  readonly folder: string;
  readonly metadata: string;
  readonly key: string;
  readonly file: (name: string) => string;
} {
  const folder = join(home, STAGE);
  return {
    folder,
    metadata: join(folder, METADATA_FILE),
    key: join(folder, SECRET_FILE),
    file: (name) => join(folder, 'files', name),
  };
}

/** From here on the restore happens, unless a PostgreSQL database says otherwise. */
export function writePlan(home: string, plan: Plan): void {
  const { folder, metadata, key, file } = stagePaths(home);
  for (const path of [metadata, key, ...plan.files.map(file)]) if (existsSync(path)) sync(path);
  writeWhole(join(folder, `${PLAN_FILE}.part`), JSON.stringify(plan));
  renameSync(join(folder, `${PLAN_FILE}.part`), join(folder, PLAN_FILE));
  sync(folder);
}

/**
 * Put everything into its place. Killed anywhere, it goes on when it is called again.
 * @param onStep tests stop it there
 */
export function applyPlan(home: string, { replaced, files }: Plan, onStep: () => void = () => undefined): void {
  const stage = stagePaths(home);
  if (existsSync(stage.metadata)) {
    const present = join(home, METADATA_FILE);
    // The log first: without it the file that is retained would lack what was written last.
    if (statSync(`${present}-wal`, { throwIfNoEntry: false })?.size === 0) rmSync(`${present}-wal`);
    for (const suffix of ['-wal', '']) moveIfThere(present + suffix, join(home, replaced) + suffix, onStep);
    rmSync(`${present}-shm`, { force: true });
    moveIfThere(stage.metadata, present, onStep);
  }
  moveIfThere(stage.key, join(home, SECRET_FILE), onStep);
  for (const name of files) {
    const target = join(home, name);
    makeFolder(dirname(target));
    moveIfThere(stage.file(name), target, onStep);
  }
  onStep();
  rmSync(stage.folder, { recursive: true, force: true });
}

/**
 * End a restore that was interrupted: forwards from where its plan stood, else back. Only the holder of the home calls
 * it.
 * @returns whether it went forwards
 */
export async function finishRestore({ home, metadataUrl }: Pick<Settings, 'home' | 'metadataUrl'>): Promise<boolean> {
  const plan = readPlan(home);
  const happens = plan !== null && (plan.id === null || (await wasCommitted(metadataUrl, plan.id)));
  if (happens) applyPlan(home, plan);
  else rmSync(join(home, STAGE), { recursive: true, force: true });
  return happens;
}

/** For what works on a home that it does not hold. @throws AppError restore_unfinished */
export function assertNoRestore(home: string): void {
  if (existsSync(join(home, STAGE))) throw new AppError('restore_unfinished', { home });
}

function readPlan(home: string): Plan | null {
  const file = join(home, STAGE, PLAN_FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Plan) : null;
}

async function wasCommitted(url: string, id: string): Promise<boolean> {
  if (!isPostgresUrl(url)) return false;
  const metadata = await openMetadata(url);
  try {
    const tables = await metadata.db.introspection.getTables();
    if (!tables.some(({ name }) => name === 'settings')) return false;
    const { rows } = await sql<{ value: string }>`SELECT value FROM settings WHERE key = ${RESTORE_SETTING}`.execute(
      metadata.db,
    );
    return rows[0]?.value === JSON.stringify(id);
  } finally {
    await metadata.close();
  }
}

function moveIfThere(from: string, to: string, onStep: () => void): void {
  if (!existsSync(from)) return;
  onStep();
  try {
    renameSync(from, to);
  } catch (error) {
    // A folder of the home may be on another disk.
    if (codeOf(error) !== 'EXDEV') throw error;
    copyFileSync(from, `${to}.part`);
    renameSync(`${to}.part`, to);
    rmSync(from);
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
