import { expect, test, type Page } from '@playwright/test';
import { PSEUDO_LOCALE } from './support/pseudo-locale.ts';
import { openSession } from './support/sign-in.ts';

/**
 * A language of brackets: texts of the product stand in them and are 40 % longer, so that what does not go through the
 * catalogue shows, and what is too narrow for other languages as well.
 */
type Shown = { readonly address: string; readonly isPublic?: boolean };

const pages: Readonly<Record<string, Shown>> = {
  'sign-in': { address: '/login/', isPublic: true },
  home: { address: '/' },
  dashboards: { address: '/dashboard/list/' },
  charts: { address: '/chart/list/' },
  datasets: { address: '/dataset/list/' },
  databases: { address: '/databaseview/list/' },
  users: { address: '/users/' },
  'saved queries': { address: '/savedqueryview/list/' },
  'the history of queries': { address: '/sqllab/history/?q=none-of-this-name' },
  roles: { address: '/roles/' },
  profile: { address: '/profile/' },
  dataset: { address: '/dataset/1/' },
  Explore: { address: '/explore/?slice_id=1' },
  'a dashboard': { address: '/tessera/dashboard/1/' },
};

test.describe.configure({ mode: 'parallel' });
test.use({ locale: PSEUDO_LOCALE });

for (const [name, { address, isPublic = false }] of Object.entries(pages))
  test(`every text goes through the catalogue and has room for a longer language: ${name}`, async ({ page }) => {
    const data = collectData(page);
    if (!isPublic) await openSession(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.locator('[data-chart-status="loading"]')).toHaveCount(0);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
        .toBeLessThanOrEqual(1);
      await expect.poll(async () => plainTexts(page, data)).toEqual([]);
      await expect.poll(() => cutTexts(page)).toEqual([]);
    }
  });

/** Every text of the answers that a page reads: names, titles, values. Those are nobody's to translate. */
function collectData(page: Page): Set<string> {
  const data = new Set<string>();
  page.on('response', (answer) => {
    if (!answer.url().includes('/api/')) return;
    void answer.json().then(
      (body) => addData(data, body),
      () => undefined,
    );
  });
  return data;
}

/** Texts of a value, and of the JSON that stands in texts: layouts of dashboards, answers that came with a page. */
function addData(data: Set<string>, value: unknown): void {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach((one) => addData(data, one));
  if (typeof value !== 'string') return;
  data.add(value.trim().toLowerCase());
  // A folder stands as its path, and is seen name by name.
  for (const name of value.split('/')) data.add(name.trim().toLowerCase());
  if (/^[{[]/.test(value)) addData(data, readJson(value));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Visible texts that stand in no brackets, and are no data. */
async function plainTexts(page: Page, data: Set<string>): Promise<readonly string[]> {
  // What came with the page is data as well.
  addData(data, await page.locator('meta[name="tessera-answers"]').getAttribute('content'));
  const texts = await page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (!/\p{L}{2}/u.test(text) || parent === null || !parent.checkVisibility({ visibilityProperty: true })) continue;
      // A sentence may be drawn in parts; its brackets are those of what holds it.
      const isBracketed = (held: Element | null, up: number): boolean =>
        held !== null &&
        ((held.textContent ?? '').includes('[') || (up > 0 && isBracketed(held.parentElement, up - 1)));
      if (text.includes('[') || text.endsWith(']') || isBracketed(parent, 0)) continue;
      if (parent.closest('script, style, code, kbd, svg, [data-chart-id], .cm-editor') !== null) continue;
      found.add(text);
    }
    return [...found];
  });
  const isOne = (text: string): boolean =>
    data.has(text.toLowerCase()) || PRODUCT.has(text) || MOMENT.test(text) || !/\p{L}{2}/u.test(text);
  // First and last name are two answers.
  const isData = (text: string): boolean =>
    isOne(text) ||
    Array.from(text.matchAll(/ /g)).some(({ index }) => isOne(text.slice(0, index)) && isOne(text.slice(index + 1)));
  // Data may stand in one line, `samples · main`, and in a list.
  return texts.filter((text) => !text.split(/ · |, /).every(isData) && !isData(text));
}

/** Names that no language translates, and the user with initials and role. */
const PRODUCT: ReadonlySet<string> = new Set(['Tessera', 'AL', 'Ada Lovelace', 'Admin']);
/** A moment as the locale writes it, and a time that was measured. */
const MOMENT = /^(\p{L}{3} \d{1,2}, \d{4}(, \d{1,2}:\d{2}\s[AP]M)?|\d+ ms)$/u;

/** Texts of buttons, tabs and links that their box cuts without saying so by an ellipsis. */
async function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('button, [role="tab"], a, label, h1, h2, h3')).flatMap((box) => {
      if (!box.checkVisibility({ visibilityProperty: true }) || box.scrollWidth <= box.clientWidth + 1) return [];
      // For the keyboard and for screen readers alone.
      if (box.closest('.ts-visually-hidden') !== null) return [];
      const { overflowX, textOverflow, display } = getComputedStyle(box);
      const isCut = overflowX === 'hidden' || overflowX === 'clip';
      return isCut && textOverflow !== 'ellipsis' && display !== 'inline' && box.clientWidth > 1 ? [box.innerText] : [];
    }),
  );
}
