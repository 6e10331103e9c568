import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { errorPosition, isSourceError, placed } from '@tessera/core/errors/source-error';
import { findText } from '@tessera/core/find-text';
import { offsetAt, positionAt, type SourcePosition } from '@tessera/core/text-position';

/** A script as it was written, and as templates made it. */
export type Script = { readonly written: string; readonly text: string };

/** A text between template marks that stands in both scripts, and the mark that is before it. */
type Piece = { readonly from: number; readonly length: number; readonly found: number; readonly mark: number };

/** Beyond so many marks a place is that of the last one that was followed. */
const MOST_MARKS = 1000;
/** Characters that are looked through for texts that templates left out; what stands behind is at the last mark. */
const MOST_SEARCHED = 5_000_000;
const CLOSINGS = { '{{': '}}', '{%': '%}', '{#': '#}' } as const;

/**
 * Where an offset of the rendered script stands in the written one: the texts between template marks are found again
 * in their order. Inside of what a template made, it is the template.
 */
export function writtenOffset(script: Script, offset: number): number {
  if (script.written === script.text) return offset;
  let last = 0;
  for (const { from, length, found, mark } of piecesOf(script)) {
    last = mark;
    if (offset < found) return last;
    if (offset < found + length) return from + offset - found;
  }
  return last;
}

const known = new WeakMap<Script, readonly Piece[]>();

/** Looked for once, however many statements a script has. */
function piecesOf(script: Script): readonly Piece[] {
  const before = known.get(script);
  if (before) return before;
  const { written, text } = script;
  const pieces: Piece[] = [];
  let [from, made, mark, searched] = [0, 0, 0, 0];
  for (const { at, end } of marksIn(written)) {
    const found = searched > MOST_SEARCHED ? -1 : findText(text, written.slice(from, at), { from: made });
    if (found < 0) searched += text.length - made;
    if (found >= 0) pieces.push({ from, length: at - from, found, mark });
    if (found >= 0) made = found + at - from;
    mark = at;
    from = end;
  }
  const rest = written.slice(from);
  // Whatever stands behind it belongs to it: the end of the script has a place, too.
  pieces.push(
    text.endsWith(rest)
      ? { from, length: Number.POSITIVE_INFINITY, found: text.length - rest.length, mark }
      : { from, length: 0, found: Number.POSITIVE_INFINITY, mark },
  );
  known.set(script, pieces);
  return pieces;
}

/** Template marks, each with where it ends; in the time of the text, whatever is open in it. */
function* marksIn(text: string): Generator<{ readonly at: number; readonly end: number }, void> {
  const next = new Map<string, number>();
  let count = 0;
  for (let at = text.indexOf('{'); at >= 0 && count < MOST_MARKS;) {
    const closing = (CLOSINGS as Readonly<Record<string, string | undefined>>)[text.slice(at, at + 2)];
    const before = closing === undefined ? -1 : (next.get(closing) ?? 0);
    const close = closing === undefined || before === -1 || before >= at + 2 ? before : text.indexOf(closing, at + 2);
    if (closing !== undefined) next.set(closing, close);
    if (close >= 0) {
      yield { at, end: close + 2 };
      count += 1;
    }
    at = text.indexOf('{', close >= 0 ? close + 2 : at + 1);
  }
}

/** An error of a statement, with its place in the script as it was written. @param at  Where the statement begins */
export function placedInScript(error: unknown, script: Script, statement: string, at: number): unknown {
  if (!(error instanceof AppError)) return error;
  const position = errorPosition(error);
  const offset = position && offsetAt(statement, position);
  const place = offset === null ? null : placeAt(script, at + offset, position?.column ?? null);
  if (isAppError(error, 'invalid_sql_clause'))
    return new AppError(
      'sql_unreadable',
      { reason: error.params.reason, ...(place && { position: place }) },
      { cause: error },
    );
  return isSourceError(error) ? placed(error, place) : error;
}

/** The same for an error of the script as a whole. */
export function placedInWhole(error: unknown, script: Script): unknown {
  if (!isAppError(error, 'sql_unreadable') || error.params.position === undefined) return error;
  const offset = offsetAt(script.text, error.params.position);
  const { reason } = error.params;
  return offset === null
    ? error
    : new AppError('sql_unreadable', { reason, position: placeAt(script, offset, 1) }, { cause: error });
}

function placeAt(script: Script, offset: number, column: number | null): SourcePosition {
  const at = Math.min(writtenOffset(script, offset), script.written.length);
  const place = positionAt(script.written, at);
  return { line: place.line, column: column === null ? null : place.column, at };
}
