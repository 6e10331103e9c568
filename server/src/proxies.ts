import { isIP } from 'node:net';

const named = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Whether a text is an address, a range in CIDR notation, or the name of such ranges. */
export function isProxyPlace(text: string): boolean {
  if (named.has(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0) return false;
  // A prefix of 0 would be everybody.
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (kind === 4 ? 32 : 128));
}

/**
 * Whose `X-Forwarded-*` is believed, as the framework asks it: of an address, and how many hops it stands from here. A
 * number of proxies is counted from this server outwards: what comes before the last of them was written by strangers.
 */
export function trustOf(
  setting: false | number | readonly string[],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (setting === false || setting === 0) return false;
  return typeof setting === 'number' ? (_, hop) => hop < setting : [...setting];
}
