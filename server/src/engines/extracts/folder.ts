import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder in the home for extracts, beside and not in that of data files: nobody opens them as a database. */
export const EXTRACTS = 'extracts';
/** Folder inside of it for what is being made. */
const MAKING = '.making';
const FILE = /^dataset-(\d+)-(\d+)\.duckdb$/;

/** The file of one version of the extract of a dataset. */
export function fileOfExtract(folder: string, datasetId: number, version: number): string {
  return join(folder, `dataset-${datasetId}-${version}.duckdb`);
}

/** A place for what is made by one run, which nobody else uses. */
export function placeOfRun(folder: string, runId: string) {
  const own = join(folder, MAKING, runId);
  return { folder: own, file: join(own, 'extract.duckdb'), spill: join(own, 'spill') };
}

/** Put a whole file in its place in one step; versions are made once, so that there is none before it. */
export async function publishExtract(made: string, target: string, folder: string): Promise<void> {
  await sync(made);
  await rename(made, target);
  await sync(folder);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export type ExtractFile = {
  readonly file: string;
  readonly datasetId: number;
  readonly version: number;
  readonly bytes: number;
  readonly changedMs: number;
};

/** All files of extracts. */
export async function extractFiles(folder: string): Promise<readonly ExtractFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.map(async (name): Promise<readonly ExtractFile[]> => {
    const [, datasetId, version] = FILE.exec(name) ?? [];
    const file = join(folder, name);
    const found = datasetId === undefined ? null : await stat(file).catch(() => null);
    return found
      ? [{ file, datasetId: Number(datasetId), version: Number(version), bytes: found.size, changedMs: found.mtimeMs }]
      : [];
  });
  return (await Promise.all(files)).flat();
}

/** Take away what runs have left half-made: all of it, or what nobody has touched for so long. */
export async function sweepMaking(folder: string, untouchedMs: number | null, nowMs: number): Promise<void> {
  for (const name of await readdir(join(folder, MAKING)).catch(() => [])) {
    const path = join(folder, MAKING, name);
    const changed = Math.max(
      ...(await Promise.all(
        [path, join(path, 'extract.duckdb'), join(path, 'extract.duckdb.wal')].map(async (one) =>
          stat(one).then(
            ({ mtimeMs }) => mtimeMs,
            () => 0,
          ),
        ),
      )),
    );
    if (untouchedMs === null || nowMs - changed > untouchedMs) await rm(path, { recursive: true, force: true });
  }
}
