import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of a server's certificate, of its key, and of the authority that signed it; in PEM. */
export type CertificateFiles = { readonly authority: string; readonly certificate: string; readonly key: string };
/** An authority of a test's own, made for this run. */
export type TestAuthority = {
  /** Its certificate, in PEM: what a user pastes into a connection. */
  readonly text: string;
  /** Sign a certificate for a server of these names, `DNS:localhost` or `IP:127.0.0.1`. */
  readonly sign: (file: string, names: readonly string[]) => CertificateFiles;
};

/** Path of openssl, which makes the certificates, or null; PostgreSQL's package brings it along. */
export function findOpenssl(): string | null {
  return (
    ['/usr/bin/openssl', '/usr/local/bin/openssl', '/opt/homebrew/bin/openssl'].find((path) => existsSync(path)) ?? null
  );
}

/** Make an authority in a folder, valid for two days. @throws Error without openssl */
export function createAuthority(folder: string, name: string): TestAuthority {
  const path = (file: string, end: string): string => join(folder, `${name}-${file}.${end}`);
  const authority = path('authority', 'pem');
  const signingKey = path('authority', 'key');
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-noenc',
    '-days',
    '2',
    '-subj',
    `/CN=Test authority ${name}`,
    '-addext',
    'basicConstraints=critical,CA:TRUE',
    '-keyout',
    signingKey,
    '-out',
    authority,
  );
  return {
    text: readFileSync(authority, 'utf8'),
    sign: (file, names) => {
      const [certificate, key, request, extensions] = [
        path(file, 'pem'),
        path(file, 'key'),
        path(file, 'csr'),
        path(file, 'ext'),
      ];
      openssl(
        'req',
        '-new',
        '-newkey',
        'rsa:2048',
        '-noenc',
        '-subj',
        '/CN=a database for tests',
        '-keyout',
        key,
        '-out',
        request,
      );
      writeFileSync(extensions, `subjectAltName=${names.join(',')}\n`);
      openssl(
        'x509',
        '-req',
        '-in',
        request,
        '-CA',
        authority,
        '-CAkey',
        signingKey,
        '-CAcreateserial',
        '-days',
        '2',
        '-extfile',
        extensions,
        '-out',
        certificate,
      );
      return { authority, certificate, key };
    },
  };
}

function openssl(...args: readonly string[]): void {
  const program = findOpenssl();
  if (program === null) throw new Error('No openssl on this machine: install the package openssl.');
  execFileSync(program, args, { stdio: 'pipe' });
}
