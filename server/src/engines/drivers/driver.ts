import { msg } from '@tessera/core/messages';
import type { Engine } from '../engine.ts';
import type { ProcessDeath } from '../process/death.ts';

/** One field of a connection form. Anything that is not a field of its driver is refused by name. */
export type ConnectionField = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'integer' | 'password' | 'select' | 'boolean';
  readonly required: boolean;
  /** One sentence under the field. */
  readonly hint: string | null;
  readonly placeholder: string | null;
  readonly default: string | number | boolean | null;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Encrypted at rest and never read back. */
  readonly secret: boolean;
  /** Says where the connection goes: a change asks for the secrets again. */
  readonly target: boolean;
};

export type FieldValue = string | number | boolean;
export type Connection = {
  /** Name of the database on screen, for messages. */
  readonly name: string;
  readonly parameters: Readonly<Record<string, FieldValue>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Saved by an admin: private and loopback hosts are open; otherwise only the hosts that the operator lists. */
  readonly anyHost: boolean;
};

/** Which database server and database hold the product's own metadata. */
export type MetadataPlace =
  | { readonly kind: 'sqlite'; readonly file: string }
  | {
      readonly kind: 'postgresql';
      readonly host: string;
      readonly port: number;
      readonly database: string;
      /** See identityOf; null: not known. */ readonly identity: string | null;
    };

export type EngineContext = {
  /** Folder with the scripts of the engine processes. */
  readonly processFolder: string;
  /** Folders that data files may be in; links that lead out of them are refused. */
  readonly dataFolders: readonly string[];
  /** Folder of the tables that users have uploaded. */
  readonly uploads?: string;
  /** Folder for what large queries spill. */
  readonly temporary: string;
  readonly metadata: MetadataPlace;
  readonly allowedHosts: readonly string[];
  readonly memoryMb: number;
  /** An idle engine process ends after so long. */
  readonly idleMs: number;
  /** When a connection that lay idle is asked before it is used, and how long it may take; see pool.ts. */
  readonly reuse?: { readonly trustMs: number; readonly resetMs: number };
  /** Whose connection it is; left out for connection tests. */
  readonly databaseId?: number;
  /** Notified of every engine process that ends without having been ended. */
  readonly onProcessDeath?: (death: ProcessDeath) => void;
  /** How long one connection may take, and a whole connection test; see connect-deadline.ts where it is left out. */
  readonly deadlines?: { readonly connectMs: number; readonly testMs: number };
};

/** One kind of database. A new wire protocol is one driver file and one line in drivers.ts. */
export type Driver = {
  readonly engine: string;
  readonly name: string;
  /** Key of the SQL dialect (packages/query). */
  readonly dialect: string;
  readonly fields: readonly ConnectionField[];
  /** Schemes of a `sqlalchemy_uri`, without the `+driver` part. */
  readonly schemes: readonly string[];
  /**
   * How the URI of such a connection is read: `file` is `scheme:///path`, `server` is
   * `scheme://user:password@host:port/database?option=value`.
   */
  readonly uri: 'file' | 'server';
  readonly open: (connection: Connection, context: EngineContext) => Engine;
};

const base = { hint: null, placeholder: null, default: null, choices: [], secret: false, target: false } as const;

/** A field with the usual values filled in. */
export function field(
  name: string,
  label: string,
  kind: ConnectionField['kind'],
  more: Partial<ConnectionField> = {},
): ConnectionField {
  return { ...base, name, label, kind, required: false, ...more };
}

const encryptions = {
  disable: 'Off',
  prefer: 'When the server offers it',
  require: 'Always',
  'verify-ca': 'Always, and check the certificate',
  'verify-full': 'Always, and check certificate and host',
} as const;

/** The field that says how a connection is encrypted. */
export function encryptionField(
  choices: readonly (keyof typeof encryptions)[],
  chosen: keyof typeof encryptions,
): ConnectionField {
  return field('sslmode', msg('Encryption'), 'select', {
    target: true,
    default: chosen,
    choices: choices.map((value) => ({ value, label: `${encryptions[value]} (${value})` })),
  });
}

/** The certificate of an authority that this machine does not know. */
export const authorityField: ConnectionField = field('ca_certificate', msg('Certificate authority (PEM)'), 'text', {
  target: true,
  hint: msg('The text of the certificate, for authorities that this machine does not know.'),
});

/** The text of a field; empty when it is not given. */
export function textOf(connection: Connection, name: string): string {
  const value = connection.parameters[name];
  return value === undefined ? '' : String(value);
}
