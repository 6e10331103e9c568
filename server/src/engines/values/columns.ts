import type { Cell, Column, ColumnKind } from '@tessera/core/table';
import { uniqueNames } from '@tessera/core/unique-names';
import type { WireColumn } from '../process/protocol.ts';

/** A dictionary of more words pays only where texts come twice. */
const MANY_WORDS = 500;

/** Gathers the cells of one result column and gives them away batch by batch in their smallest form. */
export type ColumnBuilder = {
  readonly push: (cell: Cell) => void;
  /** Characters gathered since the last batch. */
  readonly characters: () => number;
  readonly take: () => WireColumn;
};

/**
 * @param kind what the values are for charts; numeric and temporal columns travel as typed arrays while all cells fit
 */
export function columnBuilder(name: string, kind: ColumnKind, type: string): ColumnBuilder {
  let cells: Cell[] = [];
  let characters = 0;
  return {
    push: (cell) => {
      cells.push(cell);
      if (typeof cell === 'string') characters += cell.length;
      else if (typeof cell === 'object' && cell !== null) characters += 64;
    },
    characters: () => characters,
    take: () => {
      const column = pack(name, kind, type, cells);
      cells = [];
      characters = 0;
      return column;
    },
  };
}

/** The smallest form that loses nothing. */
function pack(name: string, kind: ColumnKind, type: string, cells: readonly Cell[]): WireColumn {
  const head = { name, kind, type };
  if (
    (kind === 'numeric' || kind === 'temporal') &&
    cells.every((cell) => cell === null || (typeof cell === 'number' && !Number.isNaN(cell)))
  ) {
    const values = new Float64Array(cells.length);
    cells.forEach((cell, index) => {
      values[index] = typeof cell === 'number' ? cell : Number.NaN;
    });
    return { ...head, form: 'numbers', values };
  }
  const dictionary = kind === 'string' ? dictionaryOf(cells) : null;
  return dictionary ? { ...head, form: 'dict', ...dictionary } : { ...head, form: 'cells', values: cells };
}

/** Texts each once; `null` where there is something else, or hardly a text comes twice. */
function dictionaryOf(
  cells: readonly Cell[],
): { readonly words: readonly string[]; readonly codes: Int32Array } | null {
  const codes = new Int32Array(cells.length);
  const seen = new Map<string, number>();
  for (const [index, cell] of cells.entries()) {
    if (typeof cell === 'string') {
      const code = seen.get(cell) ?? seen.size;
      if (code === seen.size) {
        if (code > MANY_WORDS && code * 2 > index) return null;
        seen.set(cell, code);
      }
      codes[index] = code;
    } else if (cell === null) codes[index] = -1;
    else return null;
  }
  return { words: [...seen.keys()], codes };
}

/** Cells of one part of a column at most: what is done with a part holds nobody up. */
const PART_CELLS = 20_000;

/** A column in parts for another thread; `joinColumns` makes one of what `unpack` makes of them. */
export function* partsOf({ name, kind, values }: Column): Generator<WireColumn, void> {
  const head = { name, kind, type: '' };
  if (values instanceof Float64Array) return yield { ...head, form: 'numbers', values };
  for (let from = 0; from === 0 || from < values.length; from += PART_CELLS) {
    const cells = values.slice(from, from + PART_CELLS);
    const dictionary = dictionaryOf(cells);
    yield dictionary ? { ...head, form: 'dict', ...dictionary } : { ...head, form: 'cells', values: cells };
  }
}

/** A column as tables hold it; words of a dictionary stay shared. */
export function unpack(column: WireColumn): Column {
  const { name, kind } = column;
  if (column.form !== 'dict') return { name, kind, values: column.values };
  const { codes, words } = column;
  // Millions of cells: a plain loop takes a third of what mapping takes.
  const values: Cell[] = [];
  for (let at = 0; at < codes.length; at += 1) values.push(words[codes[at] ?? -1] ?? null);
  return { name, kind, values };
}

/** One column from the same column of all batches. */
export function joinColumns(parts: readonly Column[]): Column {
  const [first] = parts;
  if (!first) throw new RangeError('joinColumns: no parts');
  if (parts.length === 1) return first;
  const length = parts.reduce((sum, part) => sum + part.values.length, 0);
  if (parts.every((part) => part.values instanceof Float64Array)) {
    const values = new Float64Array(length);
    let at = 0;
    for (const part of parts) {
      if (part.values instanceof Float64Array) values.set(part.values, at);
      at += part.values.length;
    }
    return { name: first.name, kind: first.kind, values };
  }
  // Plain lists are copied as a whole; of the others each NaN is a null.
  const lists = parts.map(({ values }): readonly Cell[] =>
    values instanceof Float64Array ? Array.from(values, (value) => (Number.isNaN(value) ? null : value)) : values,
  );
  const none: readonly Cell[] = [];
  return { name: first.name, kind: first.kind, values: none.concat(...lists) };
}

/** Result names made unique: `a`, `a_1`, `a_2` … in their order. */
export function resultNames(names: readonly string[]): readonly string[] {
  return uniqueNames(names, (name, count) => `${name}_${count - 1}`);
}
