import { t } from './messages.ts';

const SHORTEST = 8;
const LONGEST = 256;

/** The rule of new passwords in a sentence, for the form that asks for one. */
export function passwordRule(): string {
  return t('At least %s characters.', SHORTEST);
}

/** What is wrong with a new password, in a sentence; null when nothing is. */
export function passwordComplaint(password: string): string | null {
  if (password.length < SHORTEST) return t('Too short: a password has at least %s characters.', SHORTEST);
  return password.length > LONGEST ? t('Too long: a password has at most %s characters.', LONGEST) : null;
}
