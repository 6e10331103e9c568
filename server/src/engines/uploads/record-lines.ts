import { createReadStream } from 'node:fs';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;

type Asked = {
  /** Numbers of records that the engine took, counted from zero, ascending. */
  readonly records: readonly number[];
  /** Where records begin that it refused, in bytes, ascending. The engine may count blank lines before one to it. */
  readonly refused: readonly number[];
  /** A blank line is a record, as in a file of one column. */
  readonly countsBlank: boolean;
};
export type RecordLines = {
  readonly ofRecords: ReadonlyMap<number, number>;
  /** By the place in the list that was asked. */
  readonly ofRefused: readonly number[];
};

/**
 * The lines on which records of a text file begin, counted from one. The engine counts records where a cell of several
 * lines makes it more.
 */
export async function linesOfRecords(file: string, delimiter: string, asked: Asked): Promise<RecordLines> {
  const scan = createScan(asked);
  const cut = delimiter.charCodeAt(0);
  let at = 0;
  let line = 1;
  let began = { at: 0, line: 1 };
  let isBlank = true;
  let isQuoted = false;
  let atCellStart = true;
  let previous = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    for (const byte of chunk as Buffer) {
      if (byte === LF && previous === CR) {
        // The second half of the end of a line.
        if (!isQuoted) began = { at: at + 1, line };
      } else if (byte === LF || byte === CR) {
        line += 1;
        if (!isQuoted) {
          scan.end(began, isBlank);
          began = { at: at + 1, line };
          isBlank = true;
          atCellStart = true;
        }
      } else {
        if (byte === QUOTE && (isQuoted || atCellStart || previous === QUOTE)) isQuoted = !isQuoted;
        if (isBlank && byte !== BLANK) isBlank = false;
        atCellStart = byte === cut || (atCellStart && byte === BLANK);
      }
      previous = byte;
      at += 1;
    }
    if (scan.isDone()) return scan.found;
  }
  scan.end(began, isBlank);
  return scan.found;
}

function createScan({ records, refused, countsBlank }: Asked) {
  const ofRecords = new Map<number, number>();
  const ofRefused: number[] = [];
  let record = 0;
  let next = 0;
  return {
    found: { ofRecords, ofRefused } satisfies RecordLines,
    isDone: () => next >= records.length && ofRefused.length >= refused.length,
    end: (began: { readonly at: number; readonly line: number }, isBlank: boolean): void => {
      if (isBlank && !countsBlank) return;
      if ((refused[ofRefused.length] ?? Infinity) <= began.at) {
        while ((refused[ofRefused.length] ?? Infinity) <= began.at) ofRefused.push(began.line);
        return;
      }
      if (records[next] === record) {
        ofRecords.set(record, began.line);
        next += 1;
      }
      record += 1;
    },
  };
}
