import { message } from '@tessera/core/messages';
import { UnreadableFile } from './protocol.ts';
import { openArchive, tooLongText, type Archive, type XmlHandlers } from './xlsx-archive.ts';

/** Letters of all shared texts together. */
const MAX_SHARED = 200_000_000;
/** Letters of one text, which may come in many parts. */
const MAX_TEXT = 1_000_000;
/** Columns that the format has. */
const MAX_COLUMNS = 16_384;

export type Sheet = { readonly name: string; readonly path: string; readonly isHidden: boolean };
export type SheetRow = { readonly number: number; readonly cells: readonly (string | null)[] };
export type Workbook = {
  readonly sheets: readonly Sheet[];
  /** Rows that hold something, as texts; times as ISO texts. `take` is given some at a time; false ends it. */
  readonly rows: (sheet: Sheet, take: (rows: readonly SheetRow[]) => Promise<boolean>) => Promise<void>;
  readonly close: () => void;
};

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** A workbook whose sheets are read row by row. @throws UnreadableFile */
export async function openWorkbook(file: string, unpackedMb: number): Promise<Workbook> {
  const archive = await openArchive(file, unpackedMb);
  try {
    if (!archive.has('xl/workbook.xml')) throw new UnreadableFile(message('This is no Excel workbook.'));
    const { sheets, since } = await sheetsOf(archive);
    let known: { readonly texts: readonly string[]; readonly times: readonly ('date' | 'time' | null)[] } | null = null;
    return {
      sheets,
      rows: async (sheet, take) => {
        known ??= { texts: await sharedTexts(archive), times: await timeStyles(archive) };
        await readRows(archive, sheet, { ...known, since }, take);
      },
      close: archive.close,
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** The sheets in their order, and the day from which the workbook counts. */
async function sheetsOf(archive: Archive): Promise<{ readonly sheets: readonly Sheet[]; readonly since: number }> {
  const targets = new Map<string, string>();
  await archive.read('xl/_rels/workbook.xml.rels', {
    open: ({ name, attributes: { Id: id, Target: target } }) => {
      if (local(name) !== 'Relationship' || !id || !target) return;
      targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  const sheets: Sheet[] = [];
  let since = Date.UTC(1899, 11, 30);
  await archive.read('xl/workbook.xml', {
    open: ({ name, attributes }) => {
      if (local(name) === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? '')) since = Date.UTC(1904, 0, 1);
      if (local(name) !== 'sheet') return;
      const path = targets.get(attributes['r:id'] ?? '');
      if (path !== undefined && archive.has(path) && path.includes('worksheets/'))
        sheets.push({
          name: attributes['name'] ?? '',
          path,
          isHidden: (attributes['state'] ?? 'visible') !== 'visible',
        });
    },
  });
  if (sheets.length === 0) throw new UnreadableFile(message('The workbook has no sheet with cells.'));
  return { sheets, since };
}

async function sharedTexts(archive: Archive): Promise<readonly string[]> {
  const texts: string[] = [];
  if (!archive.has('xl/sharedStrings.xml')) return texts;
  let text = '';
  let isText = false;
  let isReading = false;
  let letters = 0;
  await archive.read('xl/sharedStrings.xml', {
    open: ({ name }) => {
      if (local(name) === 'si') text = '';
      if (local(name) === 'rPh') isReading = true;
      if (local(name) === 't') isText = !isReading;
    },
    close: (name) => {
      if (local(name) === 't') isText = false;
      if (local(name) === 'rPh') isReading = false;
      if (local(name) !== 'si') return;
      letters += text.length + 16;
      if (letters > MAX_SHARED)
        throw new UnreadableFile(message('The texts of the workbook are too large. Save it as CSV.'));
      texts.push(text);
    },
    text: (part) => {
      if (isText) text = joined(text, part);
    },
  });
  return texts;
}

function joined(text: string, part: string): string {
  if (text.length + part.length > MAX_TEXT) throw tooLongText(MAX_TEXT / 1_000_000);
  return text + part;
}

/** By style: whether its format shows a date, or a time. */
async function timeStyles(archive: Archive): Promise<readonly ('date' | 'time' | null)[]> {
  const styles: ('date' | 'time' | null)[] = [];
  if (!archive.has('xl/styles.xml')) return styles;
  const formats = new Map<string, string>();
  let isCellFormat = false;
  await archive.read('xl/styles.xml', {
    open: ({ name, attributes }) => {
      if (local(name) === 'numFmt') formats.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
      if (local(name) === 'cellXfs') isCellFormat = true;
      if (local(name) === 'xf' && isCellFormat) {
        const id = attributes['numFmtId'] ?? '';
        styles.push(formats.has(id) ? timeFormat(formats.get(id) ?? '') : builtInTime(Number(id)));
      }
    },
    close: (name) => {
      if (local(name) === 'cellXfs') isCellFormat = false;
    },
  });
  return styles;
}

function builtInTime(id: number): 'date' | 'time' | null {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'date';
  return id === 22 ? 'time' : null;
}

/** Durations such as [h]:mm and times of day alone stay the numbers that they are. */
function timeFormat(code: string): 'date' | 'time' | null {
  const plain = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').toLowerCase();
  const hasDay = /[yd]/.test(plain);
  if (!hasDay) return null;
  return /[hs]/.test(plain) ? 'time' : 'date';
}

type Known = {
  readonly texts: readonly string[];
  readonly times: readonly ('date' | 'time' | null)[];
  readonly since: number;
};

async function readRows(
  archive: Archive,
  sheet: Sheet,
  known: Known,
  take: (rows: readonly SheetRow[]) => Promise<boolean>,
): Promise<void> {
  const ready: SheetRow[] = [];
  const hand = async (): Promise<boolean> => {
    const rows = ready.splice(0);
    return rows.length === 0 || take(rows);
  };
  await archive.read(sheet.path, { ...rowHandlers(known, (row) => void ready.push(row)), chunk: hand });
  await hand();
}

/** Makes rows of the elements of a sheet; empty ones are left out. */
function rowHandlers(known: Known, add: (row: SheetRow) => void): Pick<XmlHandlers, 'open' | 'text' | 'close'> {
  let number = 0;
  let cells: (string | null)[] = [];
  let cell = { column: 0, kind: '', style: 0, value: '' };
  let isValue = false;
  const endCell = (): void => {
    const text = textOf(cell, known);
    if (text === null || cell.column >= MAX_COLUMNS) return;
    while (cells.length < cell.column) cells.push(null);
    cells[cell.column] = text;
  };
  return {
    open: ({ name, attributes }) => {
      const element = local(name);
      if (element === 'row') {
        number = Number(attributes['r'] ?? number + 1);
        cells = [];
      }
      if (element === 'c') {
        cell = {
          column: columnOf(attributes['r']) ?? cells.length,
          kind: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          value: '',
        };
      }
      if (element === 'v' || element === 't') isValue = true;
    },
    text: (part) => {
      if (isValue) cell.value = joined(cell.value, part);
    },
    close: (name) => {
      const element = local(name);
      if (element === 'v' || element === 't') isValue = false;
      if (element === 'c') endCell();
      if (element === 'row' && cells.some((each) => each !== null && each.trim() !== '')) add({ number, cells });
    },
  };
}

/** `BC12` is the column 54, counted from zero. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function textOf(
  { kind, style, value }: { readonly kind: string; readonly style: number; readonly value: string },
  { texts, times, since }: Known,
): string | null {
  if (value === '' && kind !== 'inlineStr') return null;
  switch (kind) {
    case 's':
      return texts[Number(value)] ?? null;
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'str':
    case 'inlineStr':
    case 'e':
      return value === '' ? null : value;
    case 'd':
      return value;
    default:
      return timeText(Number(value), times[style] ?? null, since) ?? value;
  }
}

/** The day or moment of a number of days since the beginning of the calendar. */
function timeText(days: number, kind: 'date' | 'time' | null, since: number): string | null {
  if (kind === null || !Number.isFinite(days) || days < 0 || days > 2_958_465) return null;
  const text = new Date(since + Math.round(days * 86_400) * 1000).toISOString();
  return kind === 'date' && Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}
