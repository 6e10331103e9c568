import type { BrowserContext } from '@playwright/test';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { quantile } from './load.ts';
import type { Figure } from './table.ts';

const ROUNDS = 3;
const BYTES = 50 * 1024 * 1024;
const cities = ['Berlin', 'Hamburg', 'München', 'Köln', 'Leipzig', 'Dresden', 'Bremen', 'Essen'] as const;

/** From a file of 50 MB that is let go to the chart that is suggested for it, the one press included. */
export async function measureUpload(context: BrowserContext, folder: string): Promise<readonly Figure[]> {
  const file = join(folder, 'upload.csv');
  await writeSales(file);
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  const readMs: number[] = [];
  const drawnMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto('/dataset/list/');
    await page.getByRole('button', { name: 'Upload a file' }).first().click();
    const began = performance.now();
    await page.locator('input[type="file"]').first().setInputFiles(file);
    const create = page.getByRole('button', { name: 'Create and explore' });
    await create.click({ timeout: 60_000 });
    readMs.push(performance.now() - began);
    await page.waitForSelector('[data-chart-id][data-chart-status="rendered"]', { timeout: 60_000 });
    drawnMs.push(performance.now() - began);
  }
  await page.close();
  await rm(file);
  return [
    {
      work: 'a CSV of 50 MB → suggested chart drawn',
      ours: quantile(drawnMs, 0.5) / 1000,
      unit: 's',
      bar: '< 3 s',
      peer: '',
      note: `preview after ${(quantile(readMs, 0.5) / 1000).toFixed(1)} s`,
    },
  ];
}

/** Orders of some years: numbers, times, few and many texts, quotes. The same ones each time. */
async function writeSales(file: string): Promise<void> {
  const out = createWriteStream(file);
  out.write('Order,Date,City,Amount,Quantity,Discount,Returned,Customer,Comment\n');
  let bytes = 0;
  for (let row = 1; bytes < BYTES; row++) {
    const mixed = (row * 2_654_435_761) % 1_000_003;
    const day = new Date(Date.UTC(2020, 0, 1) + row * 240_000).toISOString().slice(0, 19).replace('T', ' ');
    const line =
      `${row},${day},${cities[mixed % cities.length]},${(mixed / 2000).toFixed(2)},${mixed % 20},` +
      `${(mixed / 1_000_003).toFixed(3)},${mixed % 10 === 0},C${String(mixed % 50_000).padStart(6, '0')},` +
      `"item ${mixed % 997}, fine"\n`;
    bytes += Buffer.byteLength(line);
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}
