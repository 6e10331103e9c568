import type { Cell, Column } from '@tessera/core/table';
import { cellAt, tableOf } from '@tessera/core/table';
import type { RawForm } from '@tessera/core/form-data';
import { isRecord } from '../control-kinds/read.ts';
import type { QueryResult } from '../define.ts';
import type { DrawCase } from './draw-case.ts';

/** What data, columns and authors may be called: each tries another place where a text could be more than a text. */
export const HOSTILE_CORPUS: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</text></svg><script>alert(1)</script>',
  '</title><image href="file:///etc/passwd"/>',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
  ']]><script>alert(1)</script><![CDATA[',
  'javascript:alert(1)',
  'url(https://evil.example/x)',
  '{{constructor.constructor("alert(1)")()}}',
  '{a|rich} {b} {c} ${d} %(name)s %s %',
  '__proto__',
  'constructor',
  'toString',
  '=HYPERLINK("https://evil.example")',
  'nul\u0000 bell\u0007 escape\u001b[31m end\uffff',
  'half a pair \ud83d and \udca5',
  'turned \u202e txt.exe \u2066 isolated',
  'two\nlines\r\nand\ttabs',
  '&lt;b&gt; &amp; &#60;script&#62;',
  '',
  ' ',
  'x'.repeat(5_000),
  'a word and '.repeat(2_000),
];

/**
 * A case with each text of its rows replaced, its columns and what its form names renamed.
 *
 * @param from  Where in the corpus it begins: cases have fewer names than it.
 */
export function hostileCase(basic: DrawCase, from: number): DrawCase {
  const corpus = [...HOSTILE_CORPUS.slice(from), ...HOSTILE_CORPUS.slice(0, from)];
  const names = new Map<string, string>();
  for (const { table, labelMap } of basic.results) {
    for (const column of table.columns.values()) nameFor(names, column.name, corpus);
    for (const parts of Object.values(labelMap)) for (const part of parts) nameFor(names, part, corpus);
  }
  return {
    ...basic,
    name: 'corpus',
    form: renamed(basic.form, names) as RawForm,
    results: basic.results.map((result) => hostileResult(result, names, corpus)),
  };
}

/** A text of the corpus for each name, and no two the same. */
function nameFor(names: Map<string, string>, name: string, corpus: readonly string[]): void {
  if (names.has(name)) return;
  const text = corpus[names.size % corpus.length] ?? '';
  names.set(name, names.size < corpus.length && text.trim() !== '' ? text : `${text} ${names.size}`);
}

function hostileResult(
  result: QueryResult,
  names: ReadonlyMap<string, string>,
  corpus: readonly string[],
): QueryResult {
  const of = (name: string): string => names.get(name) ?? name;
  const columns = [...result.table.columns.values()].map((column): Column => ({
    ...column,
    name: of(column.name),
    values: column.kind === 'string' ? hostileCells(column, result.table.rowCount, corpus) : column.values,
  }));
  const labels = Object.entries(result.labelMap).map(([name, parts]) => [of(name), parts.map(of)] as const);
  const additivity = Object.entries(result.additivity ?? {}).map(([name, adds]) => [of(name), adds] as const);
  return {
    ...result,
    table: tableOf(columns),
    labelMap: Object.fromEntries(labels),
    ...(result.additivity ? { additivity: Object.fromEntries(additivity) } : {}),
  };
}

/** The same text for the same value, so that series and groups stay what they are. */
function hostileCells(column: Column, rowCount: number, corpus: readonly string[]): readonly Cell[] {
  const seen = new Map<Cell, string>();
  return Array.from({ length: rowCount }, (_, row) => {
    const cell = cellAt(column, row);
    const known = seen.get(cell) ?? corpus[seen.size % corpus.length] ?? '';
    seen.set(cell, known);
    return known;
  });
}

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [names.get(key) ?? key, renamed(item, names)] as const),
  );
}
