/** The longest name that is retained. */
const MAX_NAME = 64;

/** Names for an administrator who gave none, from the user name: `ada.lovelace` is Ada Lovelace, `admin` is Admin. */
export function namesOfUsername(username: string): { readonly first_name: string; readonly last_name: string } {
  const [first = '', ...rest] = (username.split('@')[0] ?? '')
    .split(/[\s._-]+/)
    .filter((part) => part !== '')
    .map(capitalized);
  return { first_name: (first || username).slice(0, MAX_NAME), last_name: rest.join(' ').slice(0, MAX_NAME) };
}

function capitalized(part: string): string {
  return part.charAt(0).toUpperCase() + part.slice(1);
}

/** The names that were given; who gave one of the two is not given the other. */
export function namesGiven(
  username: string,
  firstName: string | null,
  lastName: string | null,
): { readonly first_name: string; readonly last_name: string } {
  const guessed = namesOfUsername(username);
  return {
    first_name: firstName ?? guessed.first_name,
    last_name: lastName ?? (firstName === null ? guessed.last_name : ''),
  };
}
