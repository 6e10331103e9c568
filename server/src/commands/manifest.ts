import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { deriveKey } from '../keys.ts';
import { UsageError } from './usage.ts';

/** What a backup folder says of itself, in `backup.json`. */
export const Manifest = Type.Object({
  format: Type.Literal(1),
  made_on: Type.String(),
  /** Migrations that the rows were written under, in order. */
  migrations: Type.Array(Type.String()),
  /** Proves that a key is the one of the backup without telling it. */
  key_check: Type.String(),
  rows: Type.Record(Type.String(), Type.Integer()),
  files: Type.Array(Type.String()),
});
export type Manifest = Static<typeof Manifest>;

export const MANIFEST_FILE = 'backup.json';
export const ROWS_FILE = 'metadata.jsonl.gz';
export const FILES_FOLDER = 'home';

/** @throws UsageError when the folder holds no backup of ours */
export function readManifest(folder: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8'));
  } catch {
    throw new UsageError(`${folder} holds no finished backup (${MANIFEST_FILE} is missing or cannot be read).`);
  }
  if (!Value.Check(Manifest, value)) throw new UsageError(`${join(folder, MANIFEST_FILE)} is of a kind that this version cannot read.`);
  return value;
}

export function keyCheck(secretKey: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'backup check')).update('tessera').digest('base64url');
}
