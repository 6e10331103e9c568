import { tn } from './messages.ts';

const SHORTEST = 8;
const LONGEST = 256;

/** The rule of new passwords in a sentence, for the form that asks for one. */
export function passwordRule(): string {
  return tn('At least one character.', 'At least %(count)s characters.', SHORTEST);
}

/** What is wrong with a new password, in a sentence; null when nothing is. */
export function passwordComplaint(password: string): string | null {
  if (password.length < SHORTEST)
    return tn(
      'Too short: a password has at least one character.',
      'Too short: a password has at least %(count)s characters.',
      SHORTEST,
    );
  return password.length > LONGEST
    ? tn(
        'Too long: a password has at most one character.',
        'Too long: a password has at most %(count)s characters.',
        LONGEST,
      )
    : null;
}
