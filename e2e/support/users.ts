import { expect, type Page } from '@playwright/test';
import { idOf, make, write } from './own-objects.ts';

/** The password of everybody whom a journey makes. */
export const password = 'a password of nine words';

/** By the page; leaves it on the home page. */
export async function signInAs(page: Page, username: string): Promise<void> {
  await page.goto('/login/');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello');
}

/** A role that may do what Gamma may, on no data at all. @returns its name */
export async function roleWithoutData(page: Page): Promise<string> {
  const name = `Onlookers ${Date.now()}`;
  const gamma = await idOf(page, 'security/roles', 'name', 'Gamma');
  const { result } = (await (await page.request.get(`/api/v1/security/roles/${gamma}/permissions/`)).json()) as {
    readonly result: readonly { readonly id: number; readonly permission_name: string }[];
  };
  const pairs = result
    .filter((pair) => pair.permission_name !== 'database_access' && pair.permission_name !== 'datasource_access')
    .map((pair) => pair.id);
  const role = await make(page, 'security/roles', { name });
  await write(page, 'POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: pairs });
  return name;
}

/** A user with one role, or with none. */
export async function makeUser(page: Page, username: string, role: string | null): Promise<void> {
  await make(page, 'security/users', {
    username,
    password,
    first_name: username,
    last_name: 'Journey',
    email: `${username}@example.com`,
    active: true,
    roles: role === null ? [] : [await idOf(page, 'security/roles', 'name', role)],
  });
}
