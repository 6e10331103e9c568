import type { LoadDatabase } from './database.ts';
import { turned } from './dates.ts';
import { chosenReading, guessDecimal, guessReading, isTolerable, nullTexts, type Reading } from './guess-types.ts';
import type { Fault, LoadTask } from './protocol.ts';
import { isFaulty, literal, quoted, valueOf } from './sql.ts';
import { MAX_FAULTS, type TextTable } from './text-table.ts';

/** Rows that the types are guessed from; all of them are checked. */
const FIRST_ROWS = 1000;
const ANY_ROWS = 2000;

export type TypedColumns = {
  readonly readings: readonly Reading[];
  readonly decimal: '.' | ',';
  readonly faultCount: number;
  readonly faults: readonly Fault[];
};

/** Make the table out of `raw`: types guessed or chosen, every row checked. */
export async function typeColumns(database: LoadDatabase, task: LoadTask, table: TextTable): Promise<TypedColumns> {
  const { options } = task;
  await emptyNullValues(database, options.nullValues ?? [], table.names.length);
  const samples = await sampleValues(database, table.names.length);
  const decimal = options.decimal ?? guessDecimal(samples, table.delimiter);
  const hints = { decimal, dayFirst: options.dayFirst };
  const chosen = samples.map((_, index) => options.types?.[index] ?? null);
  const guessed = samples.map((values, index) => {
    const type = chosen[index] ?? null;
    return type === null ? guessReading(values, hints) : chosenReading(type, values, hints);
  });
  const isQuick = options.faults !== 'leave_out' && options.maxRows === undefined && options.columns === undefined;
  // Most files have no fault: the table is made at once, and looked into only where it lost something.
  if (isQuick) await makeTable(database, task, table.names, guessed, '');
  const suspects = isQuick ? await losingColumns(database, task.table, table.names) : null;
  const { readings, isFaultless } = await checked(database, guessed, chosen, suspects);
  const anyBad = isFaultless ? 'false' : readings.map((reading, index) => isFaulty(`c${index}`, reading)).join(' OR ');
  const [faultCount = '0'] = isFaultless ? [] : await database.row(`SELECT count(*) FROM raw WHERE ${anyBad}`);
  const faults = faultCount === '0' ? [] : await faultsOf(database, readings, table);
  if (!isQuick || readings.some((reading, index) => reading !== guessed[index]))
    await makeTable(
      database,
      task,
      table.names,
      readings,
      options.faults === 'leave_out' ? `WHERE NOT (${anyBad})` : '',
    );
  await database.run('DROP TABLE raw');
  return {
    readings: readings.filter((_, index) => isStored(task, table.names[index] ?? '')),
    decimal,
    faultCount: Number(faultCount),
    faults,
  };
}

function isStored({ options }: LoadTask, name: string): boolean {
  return options.columns?.includes(name) !== false;
}

async function makeTable(
  { run }: LoadDatabase,
  task: LoadTask,
  names: readonly string[],
  readings: readonly Reading[],
  where: string,
): Promise<void> {
  const values = names.flatMap((name, index) =>
    isStored(task, name) ? [`${valueOf(`c${index}`, readings[index] ?? { type: 'text' })} AS ${quoted(name)}`] : [],
  );
  const limit = task.options.maxRows === undefined ? '' : `LIMIT ${task.options.maxRows}`;
  await run(`CREATE OR REPLACE TABLE ${quoted(task.table)} AS SELECT ${values.join(', ')} FROM raw ${where} ${limit}`);
}

/** Columns with fewer values in the table than texts in the file. */
async function losingColumns(
  { row }: LoadDatabase,
  table: string,
  names: readonly string[],
): Promise<ReadonlySet<number>> {
  const [texts, values] = [
    await row(`SELECT ${names.map((_, index) => `count(c${index})`).join(', ')} FROM raw`),
    await row(`SELECT ${names.map((name) => `count(${quoted(name)})`).join(', ')} FROM ${quoted(table)}`),
  ];
  return new Set(names.flatMap((_, index) => (texts[index] === values[index] ? [] : [index])));
}

/** Texts that whoever sends the file calls empty. */
async function emptyNullValues({ run }: LoadDatabase, texts: readonly string[], width: number): Promise<void> {
  if (texts.length === 0) return;
  const list = texts.map(literal).join(', ');
  const columns = Array.from(
    { length: width },
    (_, index) => `c${index} = CASE WHEN c${index} IN (${list}) THEN NULL ELSE c${index} END`,
  );
  await run(`UPDATE raw SET ${columns.join(', ')}`);
}

async function sampleValues({ rows }: LoadDatabase, width: number): Promise<readonly (readonly string[])[]> {
  const columns = Array.from({ length: width }, (_, index) => `left(trim(c${index}), 400)`).join(', ');
  const found = await rows(
    `SELECT ${columns} FROM ((SELECT * FROM raw LIMIT ${FIRST_ROWS}) UNION ALL
     (SELECT * FROM (SELECT * FROM raw WHERE rowid >= ${FIRST_ROWS})
      USING SAMPLE reservoir(${ANY_ROWS} ROWS) REPEATABLE (7)))`,
  );
  const nulls = new Set(nullTexts);
  return Array.from({ length: width }, (_, index) =>
    found.flatMap((row) => {
      const text = row[index] ?? null;
      return text === null || nulls.has(text.toLowerCase()) ? [] : [text];
    }),
  );
}

/** Readings that hold for all rows: what the sample did not show turns days and months round, or makes it a text. */
async function checked(
  database: LoadDatabase,
  readings: readonly Reading[],
  chosen: readonly (string | null)[],
  suspects: ReadonlySet<number> | null,
): Promise<{ readonly readings: readonly Reading[]; readonly isFaultless: boolean }> {
  const counts = await countFaulty(
    database,
    readings.map((reading, index) => (suspects?.has(index) === false ? { type: 'text' } : reading)),
  );
  const result: Reading[] = [];
  let isFaultless = true;
  for (const [index, reading] of readings.entries()) {
    const { faulty, values } = counts[index] ?? { faulty: 0, values: 0 };
    if (faulty === 0) {
      result.push(reading);
      continue;
    }
    const other = 'form' in reading ? turned(reading.form) : null;
    if ('form' in reading && other !== null) {
      const again: Reading = { ...reading, form: other, isAmbiguous: false };
      const found = (
        await countFaulty(
          database,
          readings.map((_, at) => (at === index ? again : { type: 'text' })),
        )
      )[index];
      if (found && found.faulty < faulty && isTolerable(found.faulty, values)) {
        result.push(again);
        isFaultless &&= found.faulty === 0;
        continue;
      }
    }
    const isStored = chosen[index] != null || isTolerable(faulty, values);
    result.push(isStored ? reading : { type: 'text' });
    isFaultless &&= !isStored;
  }
  return { readings: result, isFaultless };
}

async function countFaulty({ row }: LoadDatabase, readings: readonly Reading[]) {
  const counts = readings.map((reading, index) => {
    const bad = isFaulty(`c${index}`, reading);
    return bad === 'false' ? '0, 0' : `count(*) FILTER (${bad}), count(c${index})`;
  });
  if (counts.every((each) => each === '0, 0')) return readings.map(() => ({ faulty: 0, values: 0 }));
  const found = await row(`SELECT ${counts.join(', ')} FROM raw`);
  return readings.map((_, index) => ({ faulty: Number(found[index * 2]), values: Number(found[index * 2 + 1]) }));
}

/** The first cells that do not fit, by their lines. */
async function faultsOf(
  { rows }: LoadDatabase,
  readings: readonly Reading[],
  table: TextTable,
): Promise<readonly Fault[]> {
  const cells: { row: number; index: number; text: string }[] = [];
  for (const [index, reading] of readings.entries()) {
    const bad = isFaulty(`c${index}`, reading);
    if (bad === 'false') continue;
    const found = await rows(
      `SELECT rowid, left(c${index}, 200) FROM raw WHERE ${bad} ORDER BY rowid LIMIT ${MAX_FAULTS}`,
    );
    cells.push(...found.map(([row, text]) => ({ row: Number(row), index, text: text ?? '' })));
  }
  const first = cells.sort((a, b) => a.row - b.row || a.index - b.index).slice(0, MAX_FAULTS);
  const lines = await table.linesOf([...new Set(first.map(({ row }) => row))]);
  return first.map(({ row, index, text }) => ({
    line: lines.get(row) ?? null,
    column: table.names[index] ?? null,
    text,
    reason: 'type',
    type: readings[index]?.type ?? null,
  }));
}
