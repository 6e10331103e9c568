import { queryOptions } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { SetupOpenBody, SetupPost } from '@tessera/server/contract';
import { ApiError } from './api-error.ts';
import { call, forgetCsrfToken, request } from './client.ts';

/** Open a session. Wrong and unknown are not distinguished: 401 'Not authorized' for both. */
export async function signIn(username: string, password: string): Promise<void> {
  forgetCsrfToken();
  await call('/login/', { method: 'POST', body: { username, password }, signInAgain: false });
  forgetCsrfToken();
}

/** Why a sign-in failed, beside the password; wrong name and wrong password are one and the same. */
export function signInComplaint(problem: unknown): string {
  if (problem instanceof ApiError && problem.status === 401) return t('The user name or the password is wrong.');
  return problem instanceof Error ? problem.message : t('An error occurred');
}

/** End the session on the server, by leaving the page: nothing of this user stays in memory. */
export function signOut(): void {
  location.assign('/logout/');
}

/** An installation that is set up stays so. */
let isSetUp = false;

/** Whether the first administrator is still to be made; without an answer nothing is claimed. */
export const setupIsOpen = queryOptions({
  queryKey: ['setup'] as const,
  queryFn: async ({ signal }) => {
    if (isSetUp) return false;
    try {
      return (await request<SetupOpenBody>('/setup', { signal, signInAgain: false })).result.open;
    } catch (error) {
      isSetUp = error instanceof ApiError && error.status === 404;
      if (isSetUp) return false;
      throw error;
    }
  },
});

export type FirstAdmin = Readonly<Required<Omit<SetupPost, 'token'>>>;

/** Use the one-use link: makes the first administrator and signs them in. */
export async function createFirstAdmin(token: string, admin: FirstAdmin): Promise<void> {
  await request('/setup', { method: 'POST', body: { token, ...admin }, signInAgain: false });
  forgetCsrfToken();
}
