/**
 * A random UUID, of version 4. Browsers give `crypto.randomUUID` to pages by https and of this machine alone, and many
 * installations stand in a network of their own without a certificate.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [0, 8, 12, 16, 20].map((from, at, all) => digits.slice(from, all[at + 1])).join('-');
}
