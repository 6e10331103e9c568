import { parseExactJson } from '@tessera/core/exact-json';
import { type Cell, type ColumnKind } from '@tessera/core/table';
import { valueText } from './cell-text.ts';

/** How the viewer shows one value: the text, and what it turns out to be. */
export type CellReading = {
  readonly text: string;
  readonly kind: 'null' | 'json' | 'link' | 'text';
};

/** Longer text is shown as it is: to set it out would take long, and nobody reads it to its end. */
const MAX_JSON_CHARS = 1_000_000;

/** Read a value for the viewer: structures and text that is JSON set out, addresses of the web as links. */
export function readCell(cell: Cell, kind: ColumnKind): CellReading {
  if (cell === null) return { text: '', kind: 'null' };
  if (typeof cell === 'object') return { text: printedJson(cell), kind: 'json' };
  const text = valueText(cell, kind);
  if (typeof cell !== 'string') return { text, kind: 'text' };
  const structure = structureOf(text);
  if (structure !== null) return { text: printedJson(structure), kind: 'json' };
  return { text, kind: safeLink(text) === null ? 'text' : 'link' };
}

/** The address that a text is, where it leads to the web and to nothing that a page could run. */
export function safeLink(text: string): string | null {
  if (!/^https?:\/\/\S+$/i.test(text.trim())) return null;
  try {
    const { href, protocol } = new URL(text.trim());
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  } catch {
    return null;
  }
}

function structureOf(text: string): object | null {
  if (text.length > MAX_JSON_CHARS || !/^\s*[[{]/.test(text)) return null;
  try {
    const value = parseExactJson(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** JSON over lines, with integers of any size as they are. */
function printedJson(value: object): string {
  const digits: string[] = [];
  const mark = '\u0000exact ';
  const text = JSON.stringify(
    value,
    (_key, part: unknown) => {
      if (typeof part !== 'bigint') return part;
      digits.push(part.toString());
      return mark;
    },
    2,
  );
  let next = 0;
  return text.replaceAll(JSON.stringify(mark), () => digits[next++] ?? 'null');
}
