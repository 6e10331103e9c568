import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { button, newDashboard } from './support/dashboards.ts';
import { test } from './support/journey.ts';
import { openSession } from './support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

test('readers comment on a dashboard and its charts, answer, follow a link to a comment, and resolve it', async ({
  page,
}) => {
  await newDashboard(page, 'Talked about', ['Days by weather']);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  const address = page.url().replace(/\?.*/, '');
  await button(page, 'Comments').click();
  const panel = page.getByRole('complementary', { name: 'Comments' });
  await panel.getByRole('textbox', { name: 'Comment on this dashboard' }).fill('Is <b>this</b> complete?');
  await button(page, 'Comment').click();
  const thread = panel.getByRole('article').filter({ hasText: 'Is <b>this</b> complete?' });
  await expect(thread).toBeVisible();
  await expectAccessible(page);
  await thread.getByRole('button', { name: 'Answer' }).click();
  await thread.getByRole('textbox', { name: 'Your answer' }).fill('It is.');
  await thread.getByRole('textbox', { name: 'Your answer' }).press('Control+Enter');
  await expect(thread).toContainText('It is.');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await page.getByRole('button', { name: 'Actions for Days by weather' }).click();
  await page.getByRole('menuitem', { name: 'Comment' }).click();
  await panel.getByRole('textbox', { name: 'Comment on "Days by weather"' }).fill('Fog counts twice');
  await button(page, 'Comment').click();
  await expect(page.getByRole('button', { name: '1 comment on Days by weather' })).toBeVisible();
  await expect(page.getByRole('button', { name: '2 open comments' })).toBeVisible();

  // A mark of the chart has comments of its own.
  const chart = page.getByRole('article', { name: 'Days by weather', exact: true });
  await button(page, 'Close the comments').click();
  await chart.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Comment on this' }).click();
  const field = panel.getByRole('textbox', { name: 'Comment on "Days by weather"' });
  await expect(field).toBeFocused();
  await field.fill('Why so many?');
  await field.press('Control+Enter');
  await expect(panel.getByRole('article').filter({ hasText: 'Why so many?' })).toContainText(
    /Days by weather · .+: \d/,
  );
  await panel.getByRole('article').filter({ hasText: 'Why so many?' }).getByRole('button', { name: 'Resolve' }).click();

  const list = (await (
    await page.request.get(`/api/v1/dashboard/${/(\d+)\/?$/.exec(address)?.[1]}/comments`)
  ).json()) as {
    readonly result: readonly { readonly id: number; readonly text: string }[];
  };
  const id = list.result.find(({ text }) => text.startsWith('Is <b>'))?.id ?? 0;
  await page.goto(`${address}?comment=${id}`);
  await expect(thread).toHaveAttribute('data-named', 'true');
  await thread.getByRole('button', { name: 'Resolve' }).click();
  // What a link leads to stays in sight.
  await expect(thread).toContainText('Resolved by');
  await button(page, 'Close the comments').click();
  await button(page, '1 open comment').click();
  await expect(panel.getByRole('article')).toHaveCount(1);
  await panel.getByRole('checkbox', { name: 'Show resolved ones too' }).check();
  await expect(thread).toContainText('Resolved by');
});
