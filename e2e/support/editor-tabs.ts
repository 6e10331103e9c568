import type { Page } from '@playwright/test';
import { write } from './own-objects.ts';

/** The editor as a new user finds it: tabs are stored on the server, and a journey before may have left some. */
export async function closeEditorTabs(page: Page): Promise<void> {
  const { result } = (await (await page.request.get('/api/v1/sqllab/')).json()) as {
    readonly result: { readonly tab_state_ids: readonly { readonly id: number }[] };
  };
  for (const { id } of result.tab_state_ids) await write(page, 'DELETE', `/tabstateview/${id}`);
}

/** The user who is signed in opens the editor with one new tab. */
export async function openEditor(page: Page): Promise<void> {
  await closeEditorTabs(page);
  await page.goto('/sqllab/');
}
