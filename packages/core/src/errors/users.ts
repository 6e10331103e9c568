import { defineErrors, type None } from './define.ts';

/** Signing in, users, roles, and the first start. */
export const userErrors = defineErrors({
  token_expired: { status: 401, text: (_: None) => 'Token has expired' },
  token_invalid: { status: 401, text: (_: None) => 'Token is not valid' },
  token_missing: { status: 401, text: (_: None) => 'Missing Authorization Header' },
  wrong_password: { status: 400, text: (_: None) => 'The current password is not right.' },
  last_admin: { status: 422, text: (_: None) => 'This is the last active administrator. Make another one first.' },
  builtin_role: {
    status: 422,
    text: (p: { role: string }) => `The role ${p.role} is built in: it cannot be renamed or deleted.`,
  },
  setup_done: { status: 404, text: (_: None) => 'This installation is set up already. Sign in instead.' },
  setup_link_invalid: {
    status: 403,
    text: (_: None) => 'This setup link is not valid. Use the one that the server printed at its start.',
  },
});

/** What can stop a start; each says how to go on. */
export const startErrors = defineErrors({
  setting_invalid: { status: 500, text: (p: { setting: string; reason: string }) => `${p.setting} ${p.reason}` },
  settings_invalid: {
    status: 500,
    text: (p: { mistakes: readonly { setting: string; reason: string }[] }) => sentences(p.mistakes),
  },
  home_unwritable: {
    status: 500,
    text: (p: { home: string; reason: string }) =>
      `The home folder ${p.home} cannot be written (${p.reason}). Give this user the right to write there, or ` +
      'set TESSERA_HOME to another folder.',
  },
  home_unusable: {
    status: 500,
    text: (p: { home: string; reason: string }) =>
      `The home folder ${p.home} cannot be used: ${p.reason}. Set TESSERA_HOME to another folder.`,
  },
  home_in_use: {
    status: 500,
    text: (p: { home: string; holder: string }) =>
      `The home folder ${p.home} is in use by another server (${p.holder}). Stop it, or set TESSERA_HOME to ` +
      'another folder.',
  },
  key_missing: {
    status: 500,
    text: (p: { file: string }) =>
      `The secret key ${p.file} is missing, and the metadata database is used with it: sessions, tokens and ` +
      'stored passwords of connections. Put your copy of the file back, or set TESSERA_SECRET_KEY to its text. ' +
      'If it is lost, make a new one and give up the stored passwords of connections with: npm run new-key',
  },
  metadata_lost: {
    status: 500,
    text: (p: { file: string; state: 'empty' | 'missing'; remains: string }) =>
      `The metadata file ${p.file} is ${p.state}, but this home has been in use (it holds ${p.remains}). ` +
      'Restore a backup with: npm run restore -- <folder> --replace. To begin anew, set TESSERA_HOME to ' +
      'another folder, or move all of this one away.',
  },
  restore_unfinished: {
    status: 500,
    text: (p: { home: string }) =>
      `A restore into ${p.home} is under way or was interrupted. Wait for it; if it was interrupted, the next ` +
      'start or the next restore ends it.',
  },
  port_in_use: {
    status: 500,
    text: (p: { host: string; port: number }) =>
      `Port ${p.port} on ${p.host} is in use. Stop the other program, or choose another port with PORT.`,
  },
  port_denied: {
    status: 500,
    text: (p: { host: string; port: number; reason: string }) =>
      `Cannot listen on ${p.host}:${p.port} (${p.reason}). Choose another address with HOST and PORT.`,
  },
  metadata_newer: {
    status: 500,
    text: (p: { migration: string }) =>
      `The metadata database was written by a newer version of Tessera (it has the migration ${p.migration}). ` +
      'Start that version, or restore the backup made before the upgrade.',
  },
  metadata_damaged: {
    status: 500,
    text: (p: { file: string; reason: string }) =>
      `The metadata file ${p.file} is damaged (${p.reason}). Restore a backup with: npm run restore`,
  },
  metadata_unreachable: {
    status: 500,
    text: (p: { reason: string }) =>
      `The metadata database cannot be reached (${p.reason}). Check TESSERA_METADATA_URL and that the database is up.`,
  },
  metadata_forbidden: {
    status: 500,
    text: (p: { reason: string }) =>
      `The user of the metadata database lacks a right there (${p.reason}). Let it own the database: ALTER ` +
      'DATABASE … OWNER TO …; tables that another user made need the same.',
  },
  secret_key_differs: {
    status: 500,
    text: (_: None) =>
      'The secret key is not the one that this metadata database is used with: stored passwords, tokens and ' +
      'sessions could not be read. Give every server the same key (TESSERA_SECRET_KEY, or secret.key in the ' +
      'home folder), the one from before. docs/operations.md says how to change it on purpose.',
  },
  route_without_permission: {
    status: 500,
    text: (p: { route: string }) => `The route ${p.route} declares no permission.`,
  },
});

/** One mistake is a sentence, several are a list with a line each. */
function sentences(mistakes: readonly { readonly setting: string; readonly reason: string }[]): string {
  const lines = mistakes.map(({ setting, reason }) => `${setting} ${reason}`);
  return lines.length === 1
    ? (lines[0] ?? '')
    : [`${lines.length} settings cannot be used.`, ...lines.map((line) => `  - ${line}`)].join('\n');
}
