import { createHash, createHmac } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { deriveKey } from '../keys.ts';
import { UsageError } from './usage.ts';

const Digest = Type.Object({ bytes: Type.Integer({ minimum: 0 }), sha256: Type.String() });
export type Digest = Static<typeof Digest>;

const common = {
  made_on: Type.String(),
  /** Migrations that the rows were written under, in order. */
  migrations: Type.Array(Type.String()),
  /** Proves that a key is the one of the backup without telling it. */
  key_check: Type.String(),
  /** How many rows each table has. */
  rows: Type.Record(Type.String(), Type.Integer()),
};
const Named = Type.Object({ name: Type.String(), ...Digest.properties });

/** What a backup folder says of itself, in `backup.json`. */
const Manifest = Type.Object({ format: Type.Literal(2), ...common, metadata: Digest, files: Type.Array(Named) });
export type Manifest = Static<typeof Manifest>;
/** As the first version wrote it: names and counts, no digests. */
const FirstManifest = Type.Object({ format: Type.Literal(1), ...common, files: Type.Array(Type.String()) });

/** A backup of any format that can be read. Digests are null where its format has none. */
export type Backup = Omit<Manifest, 'format' | 'metadata' | 'files'> & {
  readonly metadata: Digest | null;
  readonly files: readonly { readonly name: string; readonly digest: Digest | null }[];
};

export const MANIFEST_FILE = 'backup.json';
export const ROWS_FILE = 'metadata.jsonl.gz';
export const FILES_FOLDER = 'home';

/** @throws UsageError when the folder holds no backup that this version can read */
export function readManifest(folder: string): Backup {
  const value = parseManifest(folder);
  if (Value.Check(Manifest, value))
    return { ...value, files: value.files.map(({ name, bytes, sha256 }) => ({ name, digest: { bytes, sha256 } })) };
  if (Value.Check(FirstManifest, value))
    return { ...value, metadata: null, files: value.files.map((name) => ({ name, digest: null })) };
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : null;
  const isNewer = typeof format === 'number' && format > 2;
  throw new UsageError(
    isNewer
      ? `The backup ${folder} was written by a newer version of Tessera (format ${format}; this version reads 1 ` +
          'and 2). Restore it with that version.'
      : `${join(folder, MANIFEST_FILE)} is damaged, or is none of Tessera's: it lacks what a backup says of itself.`,
  );
}

function parseManifest(folder: string): unknown {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST_FILE), 'utf8');
  } catch (error) {
    throw new UsageError(`${folder} holds no finished backup (${MANIFEST_FILE} is missing or cannot be read).`, {
      cause: error,
    });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${join(folder, MANIFEST_FILE)} is cut off or damaged, so this backup cannot be restored.`, {
      cause: error,
    });
  }
}

export async function digestOf(file: string): Promise<Digest> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return { bytes: statSync(file).size, sha256: hash.digest('hex') };
}

export function keyCheck(secretKey: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'backup check')).update('tessera').digest('base64url');
}
