import dns from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { MetadataPlace } from './driver.ts';
import { ConnectionProblem } from '../errors/connection-problem.ts';

/**
 * Addresses that no connection may reach: link-local ones, and a few others of single clouds, hold the credentials of
 * cloud machines.
 */
const never = blockList([
  ['169.254.0.0', 16, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  ['fd00:ec2::254', 128, 'ipv6'],
  ['100.100.100.200', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['ff00::', 8, 'ipv6'],
]);

export type HostRules = {
  /** Names or addresses that the operator opens to everybody who may make connections. */
  readonly allowedHosts: readonly string[];
  /** The connection was saved by an admin: every host but those of `never` is open. */
  readonly anyHost: boolean;
};
export type Resolve = (host: string) => Promise<readonly string[]>;

const resolveByDns: Resolve = async (host) =>
  (await dns.promises.lookup(host, { all: true })).map((entry) => entry.address);

/**
 * The address to connect to. The connection is made to this very address and not to the name again, so that a name that
 * answers differently the second time gains nothing.
 *
 * @throws ConnectionProblem (step `name`)
 */
export async function pinnedAddress(host: string, rules: HostRules, resolve: Resolve = resolveByDns): Promise<string> {
  const name = bareHost(host).toLowerCase().replace(/\.$/, '');
  if (!isHostName(name))
    throw new ConnectionProblem('name', 'connection_hostname', `"${host}" is not a host name or an address.`);
  const listed = rules.allowedHosts.some((each) => each.toLowerCase().replace(/\.$/, '') === name);
  if (!rules.anyHost && !listed)
    throw new ConnectionProblem(
      'name',
      'connection_hostname',
      `The host ${host} is not on the list of hosts that may be connected to. Ask an administrator (allowedHosts).`,
    );

  const addresses = isIP(name) ? [name] : await resolve(name).catch(() => []);
  const [first] = addresses;
  if (first === undefined)
    throw new ConnectionProblem('name', 'connection_hostname', `The host name ${host} cannot be resolved.`);
  for (const address of addresses) {
    if (inList(never, address))
      throw new ConnectionProblem(
        'name',
        'connection_hostname',
        `The host ${host} is at ${address}, an address that connections may not reach.`,
      );
  }
  return first;
}

/** A host as certificates and sockets know it: addresses of version 6 may be written in brackets. */
export function bareHost(host: string): string {
  return host.trim().replace(/^\[(.*)\]$/, '$1');
}

/** Does this connection lead to the database that holds the product's own metadata, under whatever name? */
export async function isMetadataServer(
  address: string,
  port: number,
  database: string,
  metadata: MetadataPlace,
  resolve: Resolve = resolveByDns,
): Promise<boolean> {
  if (metadata.kind !== 'postgresql' || metadata.port !== port || metadata.database !== database) return false;
  const own = isIP(metadata.host)
    ? [metadata.host]
    : metadata.host.startsWith('/')
      ? ['127.0.0.1']
      : await resolve(metadata.host).catch(() => []);
  return own.some((each) => plain(each) === plain(address) || (isThisMachine(each) && isThisMachine(address)));
}

function isThisMachine(address: string): boolean {
  const name = plain(address);
  if (name === '0:0:0:0:0:0:0:1' || name === '0:0:0:0:0:0:0:0' || name.startsWith('127.') || name.startsWith('0.'))
    return true;
  return Object.values(networkInterfaces()).some((entries) => entries?.some((entry) => plain(entry.address) === name));
}

/**
 * Letters, digits, dots and hyphens, and no number in disguise (`0x7f.1`, `2130706433`): those are addresses to some
 * resolvers.
 */
function isHostName(name: string): boolean {
  if (isIP(name)) return true;
  if (name.length > 253 || !/^(?!-)[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)) return false;
  return !/^(0x[0-9a-f]*|\d+)$/.test(name.split('.').at(-1) ?? '');
}

function inList(list: BlockList, address: string): boolean {
  const name = plain(address);
  return list.check(name, isIP(name) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * One spelling per address. An IPv4 address inside an IPv6 one (mapped, compatible, NAT64, 6to4) is that IPv4 address.
 */
function plain(address: string): string {
  const name = address.toLowerCase().split('%')[0] ?? '';
  if (isIP(name) !== 6) return name;
  const groups = groupsOf(name);
  const inside = groups[0] === 0x2002 ? groups.slice(1, 3) : groups.slice(6);
  const starts = (...prefix: readonly number[]): boolean => prefix.every((group, at) => groups[at] === group);
  const holdsIpv4 =
    starts(0, 0, 0, 0, 0, 0xffff) ||
    starts(0x64, 0xff9b, 0, 0, 0, 0) ||
    starts(0x2002) ||
    (starts(0, 0, 0, 0, 0, 0) && groups[6] !== 0);
  if (holdsIpv4) return inside.flatMap((group) => [group >> 8, group & 255]).join('.');
  return groups.map((group) => group.toString(16)).join(':');
}

/** The eight numbers of an IPv6 address. */
function groupsOf(name: string): readonly number[] {
  // The parser of addresses writes the last four bytes as two groups and leaves zeros out in one place at most.
  const [head = '', tail] = new URL(`http://[${name}]`).hostname.slice(1, -1).split('::');
  const read = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(head), read(tail ?? '')];
  return tail === undefined ? first : [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function blockList(subnets: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix, family] of subnets) list.addSubnet(net, prefix, family);
  return list;
}
