import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { toPdf } from './to-pdf.ts';

const red = Uint8Array.from([1, 2].flatMap(() => [200, 16, 32, 255]));

test('a PDF is one page as large as its picture, with its pixels and its title', () => {
  const pdf = toPdf({ pixels: red, width: 2, height: 1 }, 200, 'Été (1)');
  const text = pdf.toString('latin1');
  expect(text).toContain('/MediaBox [0 0 150.00 75.00]');
  // A title ends nowhere but where it ends, whatever is in it.
  expect(text).toContain('/Title <FEFF00C9007400E9002000280031');
  const start = text.indexOf('stream\n') + 'stream\n'.length;
  const [, length = ''] = /\/FlateDecode \/Length (\d+)/.exec(text) ?? [];
  expect([...inflateSync(pdf.subarray(start, start + Number(length)))]).toEqual([200, 16, 32, 200, 16, 32]);
});

test('every object of a PDF begins where its table says', () => {
  const text = toPdf({ pixels: red, width: 2, height: 1 }, 200, 'Sales').toString('latin1');
  const [, table = '0'] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
  expect(text.slice(Number(table))).toMatch(/^xref\n0 7\n/);
  const starts = [...text.slice(Number(table)).matchAll(/(\d{10}) 00000 n /g)].map(([, at]) => Number(at));
  expect(starts.map((at, index) => text.slice(at).startsWith(`${index + 1} 0 obj\n`))).toEqual(starts.map(() => true));
});
