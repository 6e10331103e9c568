import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toPng } from './to-png.ts';

const golden = (path: string) =>
  readFileSync(new URL(`../../../packages/viz/src/plugins/${path}`, import.meta.url), 'utf8');

test('a drawing becomes a PNG of the width that is asked for', () => {
  const image = toPng(golden('pie/golden/pie.basic.svg'), 480);
  expect(image.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(image.readUInt32BE(16)).toBe(480);
});

test('letters are drawn without a font of the machine', () => {
  const svg = (text: string) =>
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40">' +
    `<text x="4" y="24" font-size="16" font-family="'Inter Variable', 'Inter', sans-serif">${text}</text></svg>`;
  const [some, other] = [toPng(svg('Tessera'), 200), toPng(svg(''), 200)];
  expect(some.length).toBeGreaterThan(other.length + 500);
});
