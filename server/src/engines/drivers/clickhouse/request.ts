import type { IncomingMessage } from 'node:http';
import { AppError } from '@tessera/core/errors/app-error';
import { shortReason } from '@tessera/core/errors/source-error';
import type { Bound, CompiledQuery } from '@tessera/query/structured-query';
import { ConnectionProblem } from '../../errors/connection-problem.ts';
import { beginningOf, type HttpClient, type HttpRequest } from '../http/client.ts';
import { sqlDateTime } from '@tessera/query/dialect';
import { resultTooLarge } from '../../admission/result-bound.ts';

/** What the server says against a query. */
export class ClickhouseError extends Error {
  override readonly name = 'ClickhouseError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Of an error that the server did not tell. */
export const NO_CODE = 0;

/** How values are written: nothing rounded, every instant in UTC. */
const FORMAT = {
  default_format: 'JSONCompactEachRowWithNamesAndTypes',
  output_format_json_quote_64bit_integers: '1',
  output_format_json_quote_decimals: '1',
  output_format_json_quote_denormals: '1',
  output_format_json_named_tuples_as_objects: '1',
  date_time_output_format: 'iso',
  // Profiles that are compatible with old versions turn the bits of GROUPING() round.
  force_grouping_standard_compatibility: '1',
  // Grains of times before 1970 would wrap around.
  enable_extended_results_for_datetime_functions: '1',
};

/** Parameters of the address for one query that only reads. */
export function readSettings(
  query: CompiledQuery,
  { id, timeoutMs, maxRows }: { readonly id: string; readonly timeoutMs: number; readonly maxRows: number },
): URLSearchParams {
  const settings = new URLSearchParams({
    ...FORMAT,
    query_id: id,
    readonly: '1',
    max_execution_time: String(Math.max(1, Math.ceil(timeoutMs / 1000))),
    // The rest of a block is cut off here; reading stops in the database.
    max_result_rows: String(maxRows + 1),
    result_overflow_mode: 'break',
    cancel_http_readonly_queries_on_client_close: '1',
  });
  for (const [index, parameter] of query.parameters.entries())
    settings.set(`param_p${index + 1}`, parameterText(parameter));
  return settings;
}

/** Parameters of the address for one statement that writes: it is answered when all of it is done. */
export function writeSettings(
  query: CompiledQuery,
  { id, timeoutMs }: { readonly id: string; readonly timeoutMs: number },
): URLSearchParams {
  const settings = new URLSearchParams({
    ...FORMAT,
    query_id: id,
    max_execution_time: String(Math.max(1, Math.ceil(timeoutMs / 1000))),
    wait_end_of_query: '1',
    mutations_sync: '1',
  });
  for (const [index, parameter] of query.parameters.entries())
    settings.set(`param_p${index + 1}`, parameterText(parameter));
  return settings;
}

/** Rows that a statement has written, by the summary that stands above its answer; `null` where it tells of none. */
export function writtenRows(answer: IncomingMessage): number | null {
  const summary = answer.headers['x-clickhouse-summary'];
  const told: unknown = typeof summary === 'string' && /^\{[^{}]*\}$/.test(summary) ? JSON.parse(summary) : null;
  const rows =
    typeof told === 'object' && told !== null && 'written_rows' in told ? Number(told.written_rows) : Number.NaN;
  return Number.isSafeInteger(rows) ? rows : null;
}

/** Parameters travel in the escaped text format. */
function parameterText(bound: Bound): string {
  const value = bound.kind === 'instant' ? sqlDateTime(bound.epochMs) : bound.value;
  if (value === null) return '\\N';
  return String(value)
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\0', '\\0');
}

/** Send a query and wait for the beginning of its answer. @throws ClickhouseError, ConnectionProblem */
export async function ask(
  client: HttpClient,
  headers: Readonly<Record<string, string>>,
  sql: string,
  settings: URLSearchParams,
  more: Pick<HttpRequest, 'signal' | 'idleTimeoutMs'> = {},
): Promise<IncomingMessage> {
  const answer = await client.send({ method: 'POST', path: `/?${settings}`, headers, body: sql, ...more });
  if (answer.statusCode === 200) return answer;
  const body = await beginningOf(answer);
  const code = Number(answer.headers['x-clickhouse-exception-code'] ?? /^Code: (\d+)/.exec(body)?.[1] ?? Number.NaN);
  if (Number.isNaN(code)) throw notWell(`HTTP ${answer.statusCode}`);
  throw new ClickhouseError(code, withoutVersion(body));
}

/**
 * Lines of an answer as they come, in chunks.
 * @throws AppError result_too_large for a line that is, ClickhouseError for
 * an error in mid-answer, ConnectionProblem when it breaks off
 */
export async function* linesOf(answer: IncomingMessage, maxBytes: number): AsyncGenerator<readonly string[], void> {
  const decoder = new TextDecoder();
  // A long line is put together once, when its end is there.
  let begun: string[] = [];
  let held = 0;
  try {
    for await (const chunk of answer) {
      const text = decoder.decode(chunk as Buffer, { stream: true });
      held += text.length;
      if (held > maxBytes) throw resultTooLarge(maxBytes);
      const at = text.lastIndexOf('\n');
      if (at < 0) {
        begun.push(text);
        continue;
      }
      const lines = [...begun, text.slice(0, at)].join('').split('\n');
      begun = [text.slice(at + 1)];
      held = text.length - at - 1;
      yield checked(lines);
    }
  } catch (error) {
    if (error instanceof ClickhouseError || error instanceof AppError || error instanceof ConnectionProblem)
      throw error;
    throw new ConnectionProblem(
      'port',
      'connection_host_down',
      `The answer broke off: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const rest = begun.join('');
  if (rest !== '') yield checked([rest]);
}

/** Rows begin with a bracket; once rows were sent, an error can only come among them. */
function checked(lines: readonly string[]): readonly string[] {
  const rows = lines.filter((line) => line !== '' && line !== '\r');
  const at = rows.findIndex((line) => !line.startsWith('['));
  if (at < 0) return rows;
  const text = rows.slice(at).join('\n');
  const code = /Code: (\d+)/.exec(text)?.[1];
  throw code === undefined ? noRows() : new ClickhouseError(Number(code), withoutVersion(text));
}

/** A statement may have a FORMAT of its own. */
export function noRows(): ClickhouseError {
  return new ClickhouseError(
    NO_CODE,
    'What came are no rows: the statement has a format of its own, or what answers there is no ClickHouse.',
  );
}

/** The role of a server that sends what no ClickHouse does. */
export function notWell(what: string): ConnectionProblem {
  return new ConnectionProblem(
    'login',
    'connection_host_down',
    `What answers there is no ClickHouse, or it is not well (${what}).`,
  );
}

function withoutVersion(text: string): string {
  return shortReason(text)
    .replace(/ \(version [^)]*\)/g, '')
    .trim();
}
