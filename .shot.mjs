import { chromium } from '@playwright/test';
const base = process.env.BASE ?? 'http://127.0.0.1:9300';
export async function open({ width=1440, height=900, theme='light' }={}) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, baseURL: base });
  const page = await context.newPage();
  page.on('console', m => { if (['error','warning'].includes(m.type())) console.log('console', m.type(), m.text().slice(0,300)); });
  page.on('response', r => { if (r.status()>=400) console.log(r.status(), r.url()); });
  page.on('pageerror', e => console.log('pageerror', e.message));
  await page.goto('/login/');
  await page.getByLabel('User name').or(page.getByLabel('Username')).first().fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('admin-password-1');
  await page.keyboard.press('Enter');
  await page.waitForURL(u => !u.pathname.startsWith('/login'));
  return { browser, page, context };
}
