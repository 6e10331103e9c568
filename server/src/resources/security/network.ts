import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address that are given out together, to a household or a rented machine. */
const GROUPS = 4;

/**
 * Whose address it is, for counts: of IPv6 the first 64 bits, behind which one user has as many addresses as they
 * like;
 * an IPv4 address that travels as IPv6 is itself.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  // A dotted end stands for two groups, both behind the network.
  const [head = [], tail = []] = bare
    .replace(/\d+\.\d+\.\d+\.\d+$/, '0:0')
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  return `${groups
    .slice(0, GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
