import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { errorPosition, isSourceError, placed } from '@tessera/core/errors/source-error';
import { offsetAt, positionAt, type SourcePosition } from '@tessera/core/text-position';

/** A script as it was written, and as templates made it. */
export type Script = { readonly written: string; readonly text: string };

const MARKS = /\{\{[^]*?\}\}|\{%[^]*?%\}|\{#[^]*?#\}/g;

/**
 * Where an offset of the rendered script stands in the written one: the texts between template marks are found again
 * in their order. Inside of what a template made, it is the template.
 */
export function writtenOffset({ written, text }: Script, offset: number): number {
  if (written === text) return offset;
  let [from, made] = [0, 0];
  let last = 0;
  for (const { 0: mark, index } of written.matchAll(MARKS)) {
    const found = placeOf(written.slice(from, index), text, made);
    if (found !== null) {
      if (offset < found) return last;
      if (offset < found + index - from) return from + offset - found;
      made = found + index - from;
    }
    last = index;
    from = index + mark.length;
  }
  const rest = written.slice(from);
  const found = text.endsWith(rest) ? text.length - rest.length : null;
  return found !== null && offset >= found ? from + offset - found : last;
}

function placeOf(part: string, text: string, from: number): number | null {
  const found = text.indexOf(part, from);
  return found < 0 ? null : found;
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
