import { expect, type Page } from '@playwright/test';
import { test as base } from './journey.ts';
import { datasetId, write } from './own-objects.ts';

/** Journeys that accelerate a dataset; it is read at its source again after each, also after one that fails. */
export const test = base.extend<{ readonly accelerated: (name: string) => Promise<number> }>({
  accelerated: async ({ page }, give) => {
    const made: string[] = [];
    await give(async (name) => {
      const id = await datasetId(page, name);
      const address = `/api/v1/dataset/${id}/extract`;
      made.push(address);
      await write(page, 'PUT', address, { schedule: { kind: 'never' }, watermark: null });
      await expect.poll(() => isMade(page, address)).toBe(true);
      return id;
    });
    for (const address of made) await write(page, 'DELETE', address);
  },
});

async function isMade(page: Page, address: string): Promise<boolean> {
  const { result } = (await (await page.request.get(address)).json()) as {
    readonly result: { readonly extract: unknown };
  };
  return result.extract !== null;
}
