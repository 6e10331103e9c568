import { message } from '../messages.ts';
import { defineErrors, type None } from './define.ts';

/** Signing in, users, roles, and the first start. */
export const userErrors = defineErrors({
  token_expired: { status: 401, text: (_: None) => message('Token has expired') },
  token_invalid: { status: 401, text: (_: None) => message('Token is not valid') },
  token_missing: { status: 401, text: (_: None) => message('Missing Authorization Header') },
  wrong_password: { status: 400, text: (_: None) => message('The current password is not right.') },
  last_admin: {
    status: 422,
    text: (_: None) => message('This is the last active administrator. Make another one first.'),
  },
  builtin_role: {
    status: 422,
    text: (p: { role: string }) =>
      message('The role %(role)s is built in: it cannot be renamed or deleted.', { role: p.role }),
  },
  setup_done: { status: 404, text: (_: None) => message('This installation is set up already. Sign in instead.') },
  setup_link_invalid: {
    status: 403,
    text: (_: None) => message('This setup link is not valid. Use the one that the server printed at its start.'),
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
      message(
        'The home folder %(home)s cannot be written (%(reason)s). Give this user the right to ' +
          'write there, or set TESSERA_HOME to another folder.',
        { home: p.home, reason: p.reason },
      ),
  },
  home_unusable: {
    status: 500,
    text: (p: { home: string; reason: string }) =>
      message('The home folder %(home)s cannot be used: %(reason)s. Set TESSERA_HOME to another folder.', {
        home: p.home,
        reason: p.reason,
      }),
  },
  home_in_use: {
    status: 500,
    text: (p: { home: string; holder: string }) =>
      message(
        'The home folder %(home)s is in use by another server (%(holder)s). Stop it, or set ' +
          'TESSERA_HOME to another folder.',
        { home: p.home, holder: p.holder },
      ),
  },
  key_missing: {
    status: 500,
    text: (p: { file: string }) =>
      message(
        'The secret key %(file)s is missing, and the metadata database is used with it: sessions, ' +
          'tokens and stored passwords of connections. Put your copy of the file back, or set ' +
          'TESSERA_SECRET_KEY to its text. If it is lost, make a new one and give up the stored ' +
          'passwords of connections with: npm run new-key',
        { file: p.file },
      ),
  },
  metadata_lost: {
    status: 500,
    text: (p: { file: string; state: 'empty' | 'missing'; remains: string }) =>
      message(
        'The metadata file %(file)s is %(state)s, but this home has been in use (it holds ' +
          '%(remains)s). Restore a backup with: npm run restore -- <folder> --replace. To begin ' +
          'anew, set TESSERA_HOME to another folder, or move all of this one away.',
        { file: p.file, state: p.state, remains: p.remains },
      ),
  },
  restore_unfinished: {
    status: 500,
    text: (p: { home: string }) =>
      message(
        'A restore into %(home)s is under way or was interrupted. Wait for it; if it was ' +
          'interrupted, the next start or the next restore ends it.',
        { home: p.home },
      ),
  },
  port_in_use: {
    status: 500,
    text: (p: { host: string; port: number }) =>
      message('Port %(port)s on %(host)s is in use. Stop the other program, or choose another port with PORT.', {
        port: p.port,
        host: p.host,
      }),
  },
  port_denied: {
    status: 500,
    text: (p: { host: string; port: number; reason: string }) =>
      message('Cannot listen on %(host)s:%(port)s (%(reason)s). Choose another address with HOST and PORT.', {
        host: p.host,
        port: p.port,
        reason: p.reason,
      }),
  },
  metadata_newer: {
    status: 500,
    text: (p: { migration: string }) =>
      message(
        'The metadata database was written by a newer version of Tessera (it has the migration ' +
          '%(migration)s). Start that version, or restore the backup made before the upgrade.',
        { migration: p.migration },
      ),
  },
  metadata_damaged: {
    status: 500,
    text: (p: { file: string; reason: string }) =>
      message('The metadata file %(file)s is damaged (%(reason)s). Restore a backup with: npm run restore', {
        file: p.file,
        reason: p.reason,
      }),
  },
  metadata_unreachable: {
    status: 500,
    text: (p: { reason: string }) =>
      message(
        'The metadata database cannot be reached (%(reason)s). Check TESSERA_METADATA_URL and that ' +
          'the database is up.',
        { reason: p.reason },
      ),
  },
  metadata_forbidden: {
    status: 500,
    text: (p: { reason: string }) =>
      message(
        'The user of the metadata database lacks a right there (%(reason)s). Let it own the ' +
          'database: ALTER DATABASE … OWNER TO …; tables that another user made need the same.',
        { reason: p.reason },
      ),
  },
  secret_key_differs: {
    status: 500,
    text: (_: None) =>
      message(
        'The secret key is not the one that this metadata database is used with: stored passwords, ' +
          'tokens and sessions could not be read. Give every server the same key ' +
          '(TESSERA_SECRET_KEY, or secret.key in the home folder), the one from before. ' +
          'docs/operations.md says how to change it on purpose.',
      ),
  },
  route_without_permission: {
    status: 500,
    text: (p: { route: string }) => message('The route %(route)s declares no permission.', { route: p.route }),
  },
});

/** One mistake is a sentence, several are a list with a line each. */
function sentences(mistakes: readonly { readonly setting: string; readonly reason: string }[]): string {
  const lines = mistakes.map(({ setting, reason }) => `${setting} ${reason}`);
  return lines.length === 1
    ? (lines[0] ?? '')
    : [`${lines.length} settings cannot be used.`, ...lines.map((line) => `  - ${line}`)].join('\n');
}
