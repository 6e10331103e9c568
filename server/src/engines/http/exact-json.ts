const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Read JSON; integers of 16 digits and more, which numbers cannot hold, come as text. */
export function parseExact(text: string): unknown {
  const safe = /\d{16}/.test(text) ? text.replace(token, (found) => (found.length >= 16 && /^-?\d+$/.test(found) ? `"${found}"` : found)) : text;
  return JSON.parse(safe);
}
