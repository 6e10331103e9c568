import { harmlessCell } from '@tessera/core/formats/harmless-cell';
import type { Cell, Column, Table } from '@tessera/core/table';
import { encodeCell } from './encode.ts';

/** The header line. Names are people's text too. */
export function csvHeader(names: readonly string[]): string {
  return `${names.map((name) => quoteText(name)).join(',')}\r\n`;
}

/**
 * The rows of a table as CSV lines (RFC 4180). Instants are `YYYY-MM-DD HH:MM:SS` in UTC, null is empty.
 * Text that a spreadsheet would run as a formula gets an apostrophe in front; plain negative numbers stay.
 */
export function csvRows(table: Table): string {
  const writers = [...table.columns.values()].map(fieldWriter);
  const [first, ...rest] = writers;
  if (!first) return '\r\n'.repeat(table.rowCount);
  let text = '';
  for (let row = 0; row < table.rowCount; row += 1) {
    text += first(row);
    for (const write of rest) text += `,${write(row)}`;
    text += '\r\n';
  }
  return text;
}

/** How the cells of a column are written: what their kind decides is decided once. */
function fieldWriter({ kind, values }: Column): (row: number) => string {
  const instant = kind === 'temporal' ? instantWriter() : null;
  const number = (cell: number): string => (Number.isFinite(cell) ? (instant ? instant(cell) : String(cell)) : '');
  if (values instanceof Float64Array) return (row) => number(values[row] ?? Number.NaN);
  // Names of countries, devices and the like repeat: each is quoted once.
  const quoted = new Map<string, string>();
  return (row) => {
    const cell: Cell = values[row] ?? null;
    if (cell === null) return '';
    if (typeof cell === 'number') return number(cell);
    if (typeof cell === 'boolean') return cell ? 'True' : 'False';
    if (typeof cell !== 'string') return quoteText(encodeCell(cell));
    let text = quoted.get(cell);
    if (text === undefined) {
      text = quoteText(cell);
      if (quoted.size < MOST_QUOTED) quoted.set(cell, text);
    }
    return text;
  };
}

const MOST_QUOTED = 10_000;

function quoteText(text: string): string {
  const safe = harmlessCell(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

/** Instants as text. Rows near each other often share their day, which is what takes time to write. */
function instantWriter(): (epochMs: number) => string {
  let day = Number.NaN;
  let dayText = '';
  return (epochMs) => {
    if (Math.abs(epochMs) > 8.64e15) return String(epochMs);
    const whole = Math.trunc(epochMs);
    const at = Math.floor(whole / DAY_MS);
    if (at !== day) {
      day = at;
      // Years of more than four digits begin with a sign.
      dayText = harmlessCell(new Date(at * DAY_MS).toISOString().slice(0, -14));
    }
    const rest = whole - at * DAY_MS;
    const seconds = Math.floor(rest / SECOND_MS);
    const ms = rest - seconds * SECOND_MS;
    const clock = `${dayText} ${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    return ms === 0 ? clock : `${clock}.${String(ms).padStart(3, '0')}`;
  };
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

function two(number: number): string {
  return twoDigits[number] ?? String(number);
}
