const SHORTEST = 8;
const LONGEST = 256;

/** The rule of new passwords in a sentence, for the form that asks for one. */
export const passwordRule = `At least ${SHORTEST} characters.`;

/** What is wrong with a new password, in a sentence; null when nothing is. */
export function passwordComplaint(password: string): string | null {
  if (password.length < SHORTEST) return `Too short: a password has at least ${SHORTEST} characters.`;
  return password.length > LONGEST ? `Too long: a password has at most ${LONGEST} characters.` : null;
}
