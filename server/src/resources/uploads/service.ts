import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from '@tessera/core/errors/app-error';
import { message, type Words } from '@tessera/core/messages';
import { bindAll } from '../../bind-all.ts';
import { createOneByOne } from '../../one-by-one.ts';
import type { Semaphore } from '../../engines/admission/semaphore.ts';
import { tableNameOf } from '../../engines/uploads/column-names.ts';
import { fileOfTable, publishTable, removeTable, sizeOfFolder, tableFiles } from '../../engines/uploads/folder.ts';
import {
  UnreadableFile,
  type Fault,
  type FileFormat,
  type LoadTask,
  type Preview,
} from '../../engines/uploads/protocol.ts';
import type { Principal } from '../../principal.ts';
import type { DatabaseStore } from '../databases/store.ts';
import type { DatasetService } from '../datasets/service.ts';
import { mayUseDatabase } from '../databases/policy.ts';
import type { PublishBody, PublishedBody, UploadOptions, UploadPost, UploadPreview, UploadState } from './schema.ts';
import type { Staged, Staging } from './staging.ts';
import type { UploadStore } from './store.ts';

export type UploadService = ReturnType<typeof createUploadService>;
export type LoadWatch = {
  readonly signal: AbortSignal;
  readonly waiting: () => void;
  readonly passed: (step: 'reading' | 'typing' | 'profiling', share: number | null) => void;
};
/** What a script asks for together with its file. */
export type DirectUpload = {
  readonly databaseId: number;
  readonly table: string;
  readonly exists: 'fail' | 'replace' | 'append';
  readonly options: UploadOptions;
};
export type Needs = {
  readonly staging: Staging;
  readonly store: UploadStore;
  readonly databases: Pick<DatabaseStore, 'find'>;
  readonly datasets: Pick<DatasetService, 'uploadedAt' | 'createUploaded' | 'refreshUploaded' | 'isTaken'>;
  /** Reads a file in a process of its own. */
  readonly run: (task: LoadTask, watch: Pick<LoadWatch, 'signal' | 'passed'>) => Promise<Preview>;
  /** Gives the table of a database file another name. */
  readonly rename: (file: string, from: string, to: string) => Promise<void>;
  /** Files that are read at a time. */
  readonly places: Semaphore;
  readonly folder: string;
  readonly limits: { readonly fileMb: number; readonly allMb: number; readonly memoryMb: number };
  readonly now: () => Date;
  /** Drops what is cached of a database. */
  readonly onChange: (databaseId: number) => void;
};

/** Files that may take the same name at once. */
const NAME_TRIES = 10;
const MB = 1024 * 1024;
/** Largest part of a file in one request: it has come within the time of a request on a slow line. */
const PART_BYTES = 4 * MB;
/** Sheets that are looked into for their columns. */
const MAX_SHEETS = 50;
/** A table without a dataset is on its way for no longer. */
const ORPHAN_MS = 3_600_000;
/** A workbook is packed; so much may be in it for each byte that may be sent. */
const UNPACKED = 8;

/** Files that become tables: sent in parts, read aside, put in place as a whole. */
export function createUploadService(needs: Needs) {
  const oneByOne = createOneByOne();
  const bound = bindAll(needs, {
    begin,
    state,
    receive,
    load,
    publish,
    cancel,
    direct,
    keep,
    columnsOf,
    allowedSchemas,
    sweep,
  });
  return {
    ...bound,
    /** Two presses on one file come after each other: the second would rename the table under the first. */
    publish: (principal: Principal, key: string, body: PublishBody): Promise<PublishedBody> =>
      oneByOne(key, () => named(body, () => bound.publish(principal, key, body))),
  };
}

/** A name that nobody chose, and that another file took meanwhile, gives way to the next free one. */
async function named<T>({ table_name: chosen }: PublishBody, make: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await make();
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === 'table_exists';
      if (!isTaken || chosen !== undefined || tries === NAME_TRIES) throw error;
    }
}

/** @throws AppError upload_gone */
async function own(needs: Needs, principal: Principal, key: string): Promise<Staged> {
  const staged = await needs.staging.find(principal.userId, key);
  if (!staged) throw new AppError('upload_gone', {});
  return staged;
}

function stateOf({ key, name, size, received }: Staged): UploadState {
  return { key, name, size, received, part_bytes: PART_BYTES };
}

/** @throws AppError upload_too_large, uploads_full */
async function begin(needs: Needs, principal: Principal, { name, size }: UploadPost): Promise<UploadState> {
  const { fileMb, allMb } = needs.limits;
  if (size > fileMb * MB) throw new AppError('upload_too_large', { megabytes: Math.ceil(size / MB), limit: fileMb });
  if ((await sizeOfFolder(needs.folder)) > allMb * MB) throw new AppError('uploads_full', { limit: allMb });
  return stateOf(await needs.staging.begin(principal.userId ?? 0, name, size));
}

async function state(needs: Needs, principal: Principal, key: string): Promise<UploadState> {
  return stateOf(await own(needs, principal, key));
}

/** @throws AppError upload_gone, upload_out_of_step, payload_too_large */
async function receive(
  needs: Needs,
  principal: Principal,
  key: string,
  offset: number,
  part: Readable,
): Promise<UploadState> {
  return stateOf(await needs.staging.receive(await own(needs, principal, key), offset, part, PART_BYTES));
}

/** Read a file that has come whole. @throws AppError upload_gone, upload_out_of_step, upload_unreadable */
async function load(
  needs: Needs,
  principal: Principal,
  key: string,
  options: UploadOptions,
  watch: LoadWatch,
): Promise<UploadPreview> {
  const staged = await own(needs, principal, key);
  if (staged.received !== staged.size) throw new AppError('upload_out_of_step', { received: staged.received });
  const table = await freeTable(needs, tableNameOf(staged.name));
  return { ...(await make(needs, staged, table, options, watch)), table_name: table };
}

async function make(
  needs: Needs,
  staged: Staged,
  table: string,
  options: UploadOptions,
  { signal, waiting, passed }: LoadWatch,
  appendTo?: string,
): Promise<Preview> {
  const { limits, staging } = needs;
  const paths = staging.pathsOf(staged.key);
  await staging.note(staged.key, null);
  if (needs.places.waiting() > 0) waiting();
  const leave = await needs.places.enter(String(staged.owner), signal);
  try {
    const format = options.format ?? formatOf(staged.name);
    const all = { ...options, ...(format === undefined ? {} : { format }) };
    const preview = await needs.run(
      {
        source: paths.source,
        folder: paths.folder,
        target: paths.table,
        table,
        options: all,
        memoryMb: limits.memoryMb,
        temporaryMb: limits.fileMb * UNPACKED,
        unpackedMb: limits.fileMb * UNPACKED,
        ...(appendTo === undefined ? {} : { appendTo }),
      },
      { signal, passed },
    );
    await staging.note(staged.key, { table, preview });
    return preview;
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new AppError('upload_unreadable', { reason: error.reason, line: error.line });
    throw error;
  } finally {
    leave();
  }
}

/** A text file says by its name alone that a bracket at its beginning is no JSON. */
function formatOf(name: string): FileFormat | undefined {
  if (/\.(csv|tsv|tab|txt)$/i.test(name)) return 'csv';
  return /\.(json|ndjson|jsonl)$/i.test(name) ? 'json' : undefined;
}

/** The name itself, or with a number behind it where there is such a table. */
async function freeTable(needs: Needs, table: string): Promise<string> {
  const files = new Set(await tableFiles(needs.folder));
  let name = table;
  for (let number = 2; files.has(fileOfTable(needs.folder, name)); number += 1) name = `${table}_${number}`;
  return name;
}

/**
 * Put a table that was read in its place, and make its dataset.
 * @throws AppError upload_gone, upload_faulty, table_exists, uploads_full
 */
async function publish(needs: Needs, principal: Principal, key: string, body: PublishBody): Promise<PublishedBody> {
  const staged = await own(needs, principal, key);
  const { made } = staged;
  if (!made) throw new AppError('upload_gone', {});
  const table = body.table_name === undefined ? await freeTable(needs, made.table) : body.table_name.trim();
  if (table === '' || /\p{Cc}/u.test(table))
    throw new AppError('rejected_fields', { fields: { table_name: [message('Not a valid text.')] } });
  const databaseId = await needs.store.openDatabase(needs.now());
  if (await needs.datasets.isTaken(databaseId, table)) throw new AppError('table_exists', { table });
  if (!made.preview.isReady) throw faulty(made.preview);
  if (made.table !== table) {
    await needs.rename(needs.staging.pathsOf(key).table, made.table, table);
    // What fails from here on is tried again with the table as it is called now.
    await needs.staging.note(key, { ...made, table });
  }
  const id = await place(needs, principal, { ...made, key, databaseId, table, description: body.description ?? null });
  await needs.staging.remove(key);
  return { id, table_name: table };
}

type Placed = {
  readonly key: string;
  readonly databaseId: number;
  readonly table: string;
  readonly preview: Preview;
  readonly description: string | null;
};

/** @throws AppError table_exists */
async function place(
  needs: Needs,
  principal: Principal,
  { key, databaseId, table, preview, description }: Placed,
): Promise<number> {
  await assertRoom(needs);
  const isPlaced = await publishTable(needs.staging.pathsOf(key).table, needs.folder, table, 'new');
  if (!isPlaced) throw new AppError('table_exists', { table });
  needs.onChange(databaseId);
  try {
    return await needs.datasets.createUploaded(principal, {
      databaseId,
      table,
      columns: columnsIn(preview),
      description,
    });
  } catch (error) {
    await removeTable(needs.folder, table);
    throw error;
  }
}

async function assertRoom({ folder, limits: { allMb } }: Needs): Promise<void> {
  if ((await sizeOfFolder(folder)) > allMb * MB) throw new AppError('uploads_full', { limit: allMb });
}

function columnsIn({ columns }: Preview) {
  return columns.map(({ name, original, sqlType }) => ({ name, type: sqlType, label: original?.trim() || null }));
}

function faulty({ faultCount, faults: [first] }: Preview): AppError<'upload_faulty'> {
  return new AppError('upload_faulty', { count: faultCount, first: first ? faultWords(first) : '' });
}

/** A fault as a sentence. */
export function faultWords({ line, column, text, reason, type }: Fault): Words {
  const place = line === null ? [] : [message('Line %(line)s:', { line })];
  const shown = text.slice(0, 60);
  switch (reason) {
    case 'too_few_cells':
      return [...place, message('it has too few cells: %(text)s', { text: shown })];
    case 'too_many_cells':
      return [...place, message('it has too many cells: %(text)s', { text: shown })];
    case 'encoding':
      return [...place, message('its letters cannot be read.')];
    case 'too_long':
      return [...place, message('it is too long.')];
    case 'quotes':
      return [...place, message('its quotes do not close: %(text)s', { text: shown })];
    case 'type':
      return [
        ...place,
        message('%(text)s is no value of the column %(column)s (%(type)s).', {
          text: shown,
          column: column ?? '',
          type: type ?? 'text',
        }),
      ];
  }
}

async function cancel(needs: Needs, principal: Principal, key: string): Promise<void> {
  const staged = await needs.staging.find(principal.userId, key);
  if (staged) await needs.staging.remove(key);
}

/**
 * A file that a script sends in one request, into a table that it names.
 * @throws AppError upload_not_allowed, upload_unreadable, upload_faulty, table_exists, edit_denied
 */
async function direct(
  needs: Needs,
  principal: Principal,
  { databaseId, table, exists, options }: DirectUpload,
  staged: Staged,
  signal: AbortSignal,
): Promise<void> {
  const watch: LoadWatch = { signal, waiting: () => undefined, passed: () => undefined };
  await assertTakesFiles(needs, principal, databaseId);
  const present = await needs.datasets.uploadedAt(principal, databaseId, table);
  const file = fileOfTable(needs.folder, table);
  const isThere = (await tableFiles(needs.folder)).includes(file);
  if ((isThere || present !== null) && exists === 'fail') throw new AppError('table_exists', { table });
  const isReplaced = isThere && present !== null;
  if (isThere && present === null) throw new AppError('table_exists', { table });
  const preview = await make(
    needs,
    staged,
    table,
    options,
    watch,
    exists === 'append' && isReplaced ? file : undefined,
  );
  if (!preview.isReady) throw faulty(preview);
  if (present === null) {
    await place(needs, principal, { key: staged.key, databaseId, table, preview, description: null });
    return;
  }
  await assertRoom(needs);
  await publishTable(needs.staging.pathsOf(staged.key).table, needs.folder, table, 'replace');
  needs.onChange(databaseId);
  await needs.datasets.refreshUploaded(principal, present, exists === 'append' ? null : columnsIn(preview));
}

/** @throws AppError not_found, upload_not_allowed */
async function assertTakesFiles(needs: Needs, principal: Principal, databaseId: number): Promise<void> {
  const row = await needs.databases.find(databaseId);
  if (!row || !mayUseDatabase(principal, databaseId)) throw new AppError('not_found', {});
  if (row.id !== (await needs.store.database()) || row.allow_file_upload !== 1)
    throw new AppError('upload_not_allowed', { database: row.database_name });
}

/** Keep a file that comes in one request, for as long as the request takes. @throws AppError upload_too_large */
async function keep(
  needs: Needs,
  principal: Principal,
  name: string,
  bytes: Readable,
  read: (staged: Staged) => Promise<void>,
): Promise<void> {
  const { fileMb } = needs.limits;
  const begun = await needs.staging.begin(principal.userId ?? 0, name, fileMb * MB);
  try {
    const staged = await needs.staging.receive(begun, 0, bytes, fileMb * MB);
    await read({ ...staged, size: staged.received });
  } finally {
    await needs.staging.remove(begun.key);
  }
}

/** The names of the columns of a file, by sheet where it has some. */
async function columnsOf(needs: Needs, staged: Staged, options: UploadOptions, signal: AbortSignal) {
  const watch: LoadWatch = { signal, waiting: () => undefined, passed: () => undefined };
  const first = await make(needs, staged, 'columns', options, watch);
  const items = [{ sheet_name: first.sheet, column_names: first.columns.map(({ name }) => name) }];
  for (const sheet of first.sheets.filter((name) => name !== first.sheet).slice(0, MAX_SHEETS)) {
    const { columns } = await make(needs, staged, 'columns', { ...options, sheet }, watch);
    items.push({ sheet_name: sheet, column_names: columns.map(({ name }) => name) });
  }
  return items;
}

/** Schemas that take files. @throws AppError not_found */
async function allowedSchemas(needs: Needs, principal: Principal, databaseId: number): Promise<readonly string[]> {
  const row = await needs.databases.find(databaseId);
  if (!row || !mayUseDatabase(principal, databaseId)) throw new AppError('not_found', {});
  return row.id === (await needs.store.database()) && row.allow_file_upload === 1 ? ['main'] : [];
}

/** Take away what nobody goes on with, and tables whose dataset never came to be. @param all nobody else is at it */
async function sweep({ staging, store, folder, now }: Needs, all: boolean): Promise<void> {
  await staging.sweep(all);
  const known = new Set((await store.tables()).map((table) => fileOfTable(folder, table)));
  for (const file of await tableFiles(folder)) {
    if (known.has(file)) continue;
    const made = await stat(file).catch(() => null);
    if (made && (all || now().getTime() - made.mtimeMs > ORPHAN_MS)) await rm(file, { force: true });
  }
}
