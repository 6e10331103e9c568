import { message } from '@tessera/core/messages';
import type { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { UnreadableFile } from './protocol.ts';

/** Bytes between two marks, far beyond what a cell may hold: the parser keeps them all. */
const MAX_TEXT_MB = 4;
/** Parts that a workbook has at most. */
const MAX_ENTRIES = 20_000;

export type Archive = {
  readonly has: (path: string) => boolean;
  readonly read: (path: string, handlers: XmlHandlers) => Promise<void>;
  readonly close: () => void;
};
export type XmlHandlers = {
  readonly open?: (tag: SaxesTagPlain) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Ends the reading early, and lets what takes the rows keep up. */
  readonly chunk?: () => Promise<boolean> | boolean;
};

/**
 * The parts of a workbook. What is unpacked is counted over all parts, so that a small file cannot become a large one.
 * @throws UnreadableFile
 */
export async function openArchive(file: string, unpackedMb: number): Promise<Archive> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(
    (error: unknown) => {
      throw damaged(error);
    },
  );
  const entries = await entriesOf(zip);
  const budget = { left: unpackedMb * 1024 * 1024, mb: unpackedMb };
  return {
    has: (path) => entries.has(path),
    read: (path, handlers) => readXml(zip, entries.get(path), path, handlers, budget),
    close: () => zip.close(),
  };
}

/** What is said of a workbook with a text that no table can hold. */
export function tooLongText(megabytes: number): UnreadableFile {
  return new UnreadableFile(
    message('The workbook has a text of more than %(megabytes)s MB, which is too long to be loaded.', { megabytes }),
  );
}

function damaged(error: unknown): UnreadableFile {
  return error instanceof UnreadableFile
    ? error
    : new UnreadableFile(
        message('The workbook is damaged: %(reason)s', {
          reason: error instanceof Error ? error.message : String(error),
        }),
      );
}

function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on('error', (error: Error) => reject(damaged(error)));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      if (entries.size >= MAX_ENTRIES) return reject(new UnreadableFile(message('The workbook has too many parts.')));
      entries.set(entry.fileName.replace(/^\//, ''), entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

async function readXml(
  zip: ZipFile,
  entry: Entry | undefined,
  path: string,
  handlers: XmlHandlers,
  budget: { left: number; readonly mb: number },
): Promise<void> {
  if (!entry) throw new UnreadableFile(message('The workbook is damaged: its part %(path)s is missing.', { path }));
  if (entry.isEncrypted())
    throw new UnreadableFile(message('The workbook is protected by a password. Save it without one.'));
  const stream = await openEntry(zip, entry);
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw damaged(error);
  });
  let sinceMark = 0;
  parser.on('opentag', (tag) => {
    sinceMark = 0;
    handlers.open?.(tag);
  });
  parser.on('closetag', (tag) => {
    sinceMark = 0;
    handlers.close?.(tag.name);
  });
  if (handlers.text) parser.on('text', handlers.text);
  const decoder = new TextDecoder('utf-8');
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      budget.left -= bytes.length;
      if (budget.left < 0)
        throw new UnreadableFile(
          message('Unpacked, the workbook is larger than %(megabytes)s MB.', { megabytes: budget.mb }),
        );
      parser.write(decoder.decode(bytes, { stream: true }));
      sinceMark += bytes.length;
      if (sinceMark > MAX_TEXT_MB * 1024 * 1024) throw tooLongText(MAX_TEXT_MB);
      if ((await handlers.chunk?.()) === false) return;
    }
    parser.close();
  } catch (error) {
    throw damaged(error);
  } finally {
    stream.destroy();
  }
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(damaged(error));
      else resolve(stream);
    });
  });
}
