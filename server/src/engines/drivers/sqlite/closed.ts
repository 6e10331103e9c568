import { CLOSED, Refusal } from '../../process/serve.ts';

/**
 * Names that reach outside the file. The library behind this driver is built with functions that read, write and list
 * files, so they are refused wherever their names stand in the text: identifiers cannot be escaped in SQLite, and no
 * other spelling reaches them.
 */
const closedText =
  /fsdir|readfile|writefile|lsmode|load_extension|sqlite_dbpage|sqlite_stmt|dbstat|pragma_|fts3_?tokeni|sqlite3mc|sqlite_crypt|sqlite_log|libsql_|sqlar|zipfile|randomblob|zeroblob/i;

/** Functions that a query may call; what is not here is refused, whatever the library has. */
export const openFunctions = new Set(
  (
    '-> ->> abs acos acosh asin asinh atan atan2 atanh atn2 avg bm25 ceil ceiling changes char charindex ' +
    `coalesce concat concat_ws cos cosh cot coth count cume_dist
  current_date current_time current_timestamp date datetime degrees dense_rank difference exp first_value ` +
    `floor format glob group_concat hex highlight ifnull iif instr json json_array
  json_array_length json_error_position json_extract json_group_array json_group_object json_insert ` +
    `json_object json_patch json_quote json_remove json_replace json_set json_type json_valid
  jsonb jsonb_array jsonb_extract jsonb_group_array jsonb_group_object jsonb_insert jsonb_object jsonb_patch ` +
    `jsonb_remove jsonb_replace jsonb_set julianday lag last_value lead leftstr
  length like likelihood likely ln log log10 log2 lower lower_quartile ltrim match max median min mod mode ` +
    `nth_value ntile nullif octet_length offsets padc padl padr percent_rank
  percentile pi power pow printf proper quote radians random rank regexp regexpi replace replicate reverse ` +
    `rightstr round row_number rtrim sign sin sinh snippet soundex sqlite_version sqrt square stdev
  stddev strfilter strftime string_agg subtype substr substring sum tan tanh time timediff total trim trunc ` +
    `typeof unhex unicode unixepoch unlikely upper upper_quartile variance matchinfo
  auxint`
  ).split(/\s+/),
);

/** How the database changes its own texts when a table or a column gets another name. */
const ofSchema = /^sqlite_(rename_\w+|drop_column|fail|add_constraint|drop_constraint|find_constraint)$/;

/** @throws Refusal for text that names something closed */
export function assertNamesOpen(sql: string): void {
  const closed = closedText.exec(sql)?.[0];
  if (closed) throw new Refusal(`"${closed}" ${CLOSED}`);
}

/** @throws Refusal for text that names something closed, or that is not one query */
export function assertOpenText(sql: string): void {
  assertNamesOpen(sql);
  const bare = sql.replace(/--[^\n]*(\n|$)|\/\*[\s\S]*?\*\//g, ' ').trim();
  if (!/^(SELECT|WITH|VALUES)\b/i.test(bare)) throw new Refusal('Only one SELECT statement can be run here.');
}

/**
 * A statement whose program can be read. Literal bytes stand in it as text, and the library ends the process over
 * text that is not UTF-8: so they are letters here. Only digits between such quotes change, and as many are there.
 */
export function withReadableBytes(sql: string): string {
  return sql.replace(
    /(?<![\w$\u0080-\uffff])([xX]')((?:[\da-fA-F]{2})+)(?=')/g,
    (_, quote: string, digits: string) => quote + '61'.repeat(digits.length / 2),
  );
}

type Program = readonly { readonly opcode: string; readonly p4: unknown }[];

/** @param program rows of EXPLAIN: what the statement will do, after parsing. @throws Refusal */
export function assertOpenProgram(program: Program): void {
  assertCallsOpen(program, (name) => openFunctions.has(name));
  // Sorting, grouping and recursion use tables of their own (OpenEphemeral); these touch the file.
  const writes = /^(OpenWrite|Destroy|CreateBtree|ParseSchema|Vacuum|JournalMode|VCreate|VUpdate|VDestroy)$/;
  if (program.some(({ opcode }) => writes.test(opcode)))
    throw new Refusal('Only one SELECT statement can be run here.');
}

/** The same of a statement that writes: not to virtual tables, and not by whole files. @throws Refusal */
export function assertWritingProgram(program: Program): void {
  assertCallsOpen(program, (name) => openFunctions.has(name) || ofSchema.test(name));
  if (program.some(({ opcode }) => /^(Vacuum|JournalMode|VCreate|VUpdate|VDestroy|VOpen)$/.test(opcode)))
    throw new Refusal('Only tables of the file itself can be changed here.');
}

function assertCallsOpen(program: Program, isOpen: (name: string) => boolean): void {
  for (const { opcode, p4 } of program) {
    if (!/^(Function|PureFunc|AggStep|AggStep1|AggValue|AggFinal|AggInverse)$/.test(opcode)) continue;
    const name = String(p4)
      .replace(/\(-?\d+\)$/, '')
      .toLowerCase();
    if (!isOpen(name)) throw new Refusal(`The function ${name} ${CLOSED}`);
  }
}
