import type { Settings } from '../config.ts';
import { readArgs, type Command } from './usage.ts';

const secrets = new Set<keyof Settings>(['givenSecretKey', 'metricsToken']);

/**
 * `npm run check-config`: what a start would go by, without starting and without touching the home or a database. That
 * there is no mistake is known by then: the reader of the settings gets all of them at once.
 */
export const runCheckConfig: Command = async ({ args, settings, say }) => {
  readArgs(args, { options: [], switches: [], rest: 0 });
  for (const [name, value] of Object.entries(settings)) say(`${name} = ${shown(name as keyof Settings, value)}`);
  say('The configuration can be used. Roles that quotas name are looked up at the start.');
};

function shown(name: keyof Settings, value: Settings[keyof Settings]): string {
  if (secrets.has(name) && value !== null) return '(set, not shown)';
  if (typeof value === 'object' && value !== null && 'password' in value)
    return JSON.stringify({ ...value, password: '(set, not shown)' });
  return typeof value === 'string' && URL.canParse(value) ? withoutPassword(value) : JSON.stringify(value);
}

/** Addresses of databases carry passwords before the host or among their parameters. */
function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.password !== '') url.password = '(hidden)';
  const names = Array.from(url.searchParams.keys()).filter((name) => /pass|secret|token/i.test(name));
  for (const name of names) url.searchParams.set(name, '(hidden)');
  return JSON.stringify(url.href.replaceAll('%28hidden%29', '(hidden)'));
}
