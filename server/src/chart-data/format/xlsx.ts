import { zip, type ZipEntry } from './zip.ts';

/** Rows of one sheet, its header among them, by the format. */
const SHEET_ROWS = 1_048_576;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const styles =
  `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ ` +
  'hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill ' +
  'patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders ' +
  'count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf ' +
  'xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>';

/**
 * A workbook as it grows. Beyond the rows of a sheet the next one begins, under the same header: the format
 * cuts nothing.
 *
 * @param lines  Rows of sheet XML, one per line; the first one is the header. Chunks end where lines end.
 * @param sheetRows  Rows of a sheet, its header among them; tests take fewer.
 */
export async function* xlsx(lines: AsyncIterable<Buffer>, sheetRows = SHEET_ROWS): AsyncGenerator<Buffer, void> {
  const rows = createRowReader(lines);
  try {
    yield* zip(parts(rows, sheetRows));
  } finally {
    await rows.close();
  }
}

function* parts(rows: RowReader, sheetRows: number): Generator<ZipEntry, void> {
  let sheets = 0;
  // Each part is read to its end before the next one is asked for.
  do {
    sheets += 1;
    yield { name: `xl/worksheets/sheet${sheets}.xml`, chunks: sheet(rows, sheetRows) };
  } while (rows.hasMore());
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  yield part('xl/styles.xml', styles);
  yield part(
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
      `${numbers.map((n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
  );
  yield part(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...numbers.map((n) => ['worksheet', `worksheets/sheet${n}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
  );
  yield part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const overrides = numbers.map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${kind}.worksheet+xml"/>`,
  );
  yield part(
    '[Content_Types].xml',
    `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ` +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ' +
      `ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}` +
      `.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/>` +
      `${overrides.join('')}</Types>`,
  );
}

async function* sheet(rows: RowReader, most: number): AsyncGenerator<Buffer, void> {
  yield Buffer.from(
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" ` +
      'topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>',
  );
  yield await rows.header();
  let room = most - 1;
  while (room > 0) {
    const taken = await rows.take(room);
    if (taken === null) break;
    room -= taken.count;
    yield taken.text;
  }
  await rows.lookAhead();
  yield Buffer.from('</sheetData></worksheet>');
}

type RowReader = ReturnType<typeof createRowReader>;

/** Lines by number, in the chunks that they come in. */
function createRowReader(lines: AsyncIterable<Buffer>) {
  const source = lines[Symbol.asyncIterator]();
  let waiting: Buffer | null = null;
  let first: Buffer | null = null;
  const fill = async (): Promise<Buffer | null> => {
    while (waiting === null || waiting.length === 0) {
      const next = await source.next();
      if (next.done) return null;
      waiting = next.value;
    }
    return waiting;
  };
  return {
    /** A reader that leaves ends the query under it. */
    close: async (): Promise<void> => void (await source.return?.()),
    header: async (): Promise<Buffer> => {
      if (first !== null) return first;
      const text = await fill();
      const end = text === null ? 0 : text.indexOf(10) + 1;
      first = text?.subarray(0, end) ?? Buffer.alloc(0);
      waiting = text?.subarray(end) ?? null;
      return first;
    },
    take: async (most: number): Promise<{ readonly text: Buffer; readonly count: number } | null> => {
      const text = await fill();
      if (text === null) return null;
      let count = 0;
      let end = 0;
      while (count < most && end < text.length) {
        end = text.indexOf(10, end) + 1;
        count += 1;
      }
      waiting = text.subarray(end);
      return { text: text.subarray(0, end), count };
    },
    lookAhead: async (): Promise<void> => void (await fill()),
    hasMore: (): boolean => waiting !== null && waiting.length > 0,
  };
}

function part(name: string, text: string): ZipEntry {
  return {
    name,
    chunks: (async function* () {
      yield Buffer.from(text);
    })(),
  };
}

function relationships(targets: readonly (readonly [string, string])[]): string {
  return (
    `${head}<Relationships xmlns="${packaged}/relationships">` +
    `${targets
      .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${relations}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`
  );
}
