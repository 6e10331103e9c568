import { passwordComplaint } from '@tessera/core/password-rule';

/**
 * Why this password cannot be chosen, or null. An empty one is a field that is not filled in, or a password that stays.
 */
export function newPasswordReason(password: string): string | null {
  const complaint = password === '' ? null : passwordComplaint(password);
  return complaint;
}
