import { call, forgetCsrfToken, request } from './client.ts';

/** Open a session. Wrong and unknown are told apart by nobody: 401 'Not authorized' for both. */
export async function signIn(username: string, password: string): Promise<void> {
  forgetCsrfToken();
  await call('/login/', { method: 'POST', body: { username, password }, signInAgain: false });
  forgetCsrfToken();
}

/** End the session on the server, by leaving the page: nothing of this person stays in memory. */
export function signOut(): void {
  location.assign('/logout/');
}

export type FirstAdmin = { readonly username: string; readonly email: string; readonly password: string };

/** Use the one-use link: makes the first administrator and signs them in. */
export async function createFirstAdmin(token: string, admin: FirstAdmin): Promise<void> {
  await request('/setup', { method: 'POST', body: { token, ...admin }, signInAgain: false });
  forgetCsrfToken();
}
