import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { AppError } from '@tessera/core/errors/app-error';

const count = (fallback: number, description: string, minimum = 1, maximum = Number.MAX_SAFE_INTEGER) => Type.Integer({ minimum, maximum, default: fallback, description });

/** Everything that tessera.config.json may say; docs/operations.md describes it. */
export const FileSettings = Type.Object(
  {
    featureFlags: Type.Record(Type.String(), Type.Boolean(), { default: {}, description: 'Flags by name, such as GLOBAL_ASYNC_QUERIES.' }),
    logLevel: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
    trustProxy: Type.Boolean({ default: false, description: 'Believe X-Forwarded-* of the proxy in front.' }),
    stopDelaySeconds: count(0, 'So long a stop goes on serving while /ready is 503, for balancers to learn of it.', 0, 300),
    metricsToken: Type.Union([Type.String({ minLength: 16 }), Type.Null()], { default: null, description: 'Bearer token that may read /metrics; null leaves it to admins.' }),
    sessionHours: count(24 * 14, 'Life of a browser session.'),
    accessTokenMinutes: count(15, 'Life of an API access token.'),
    refreshTokenDays: count(30, 'Life of an API refresh token.'),
    bodyLimitKb: count(1024, 'Largest request body of most routes.'),
    largeBodyLimitKb: count(8 * 1024, 'Largest body of chart data, charts and dashboards.'),
    rowLimit: count(100_000, 'Most rows that a chart may ask for.'),
    downloadRowLimit: count(1_000_000, 'Most rows of a full download.'),
    resultMb: count(256, 'Largest result that is held as a whole, and largest answer to a request of several queries.'),
    unreadAnswersMb: count(512, 'Answers that are made and not yet taken by their clients, all of them together; beyond it new large ones are refused.'),
    queryTimeoutSeconds: count(60, 'A query that runs longer is stopped.'),
    templateTimeLimitMs: count(1000, 'Time that one template in SQL may take.'),
    cacheTimeoutSeconds: count(86_400, 'Age at which a cached chart result is dropped.', 0),
    cacheMb: count(64, 'Memory for cached chart results.'),
    sharedCacheMb: count(256, 'Room in Redis for chart results that several servers share.'),
    metadataConnections: Type.Integer({ minimum: 2, maximum: 500, default: 10, description: 'Connections of this server to its metadata in PostgreSQL.' }),
    metadataTimeoutSeconds: Type.Integer({ minimum: 1, maximum: 600, default: 15, description: 'A statement of the metadata in PostgreSQL that takes longer is given up.' }),
    queryLogDays: count(30, 'Queries stay in the log for so long.'),
    queryLogMb: Type.Integer({ minimum: 1, maximum: 100_000, default: 1024, description: 'Room for the query log in the metadata; the oldest entries go first.' }),
    eventLogDays: count(90, 'Events of people, from which the home page tells what was opened of late, are kept for so long.'),
    eventLogMb: Type.Integer({ minimum: 1, maximum: 100_000, default: 256, description: 'Room for the events of people in the metadata; the oldest go first.' }),
    asyncWorkers: count(8, 'Asynchronous queries that this server runs at once.'),
    asyncPatienceSeconds: count(7, 'An asynchronous query that nobody asked about for so long is stopped.', 2),
    asyncTransport: Type.Enum(['polling', 'websocket'], { default: 'polling', description: 'How pages learn that an asynchronous query has ended.' }),
    asyncPollingMs: count(500, 'Pause between two questions of a page that polls.', 50),
    asyncWebsocketPath: Type.String({ default: '/ws', pattern: '^/[A-Za-z0-9/_-]+$', description: 'Where websockets connect.' }),
    quotas: Type.Record(
      Type.String({ minLength: 1 }),
      Type.Object({ queriesAtOnce: Type.Optional(Type.Integer({ minimum: 1 })), rowsPerDay: Type.Optional(Type.Integer({ minimum: 1 })), secondsPerDay: Type.Optional(Type.Integer({ minimum: 1 })) }, { additionalProperties: false }),
      { default: {}, description: 'What the people of a role may ask of databases: role name to queriesAtOnce, rowsPerDay, secondsPerDay. The most generous of several roles counts; admins are not limited.' },
    ),
    engineMemoryMb: count(512, 'Memory cap of the embedded engine.'),
    allowedHosts: Type.Array(Type.String(), { default: [], description: 'Hosts that people other than admins may connect to.' }),
    dataFolders: Type.Array(Type.String(), { default: [], description: 'Folders besides data/ in the home whose DuckDB and SQLite files may be connected to.' }),
  },
  { additionalProperties: false },
);
export type FileSettings = Static<typeof FileSettings>;

export type AdminAccount = { readonly username: string; readonly password: string; readonly email: string };

/** What the operator chose, read once at start. Secrets and folders that the start makes are in `Config`. */
export type Settings = Readonly<FileSettings> & {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly home: string;
  /** `postgres://…` or the path of the SQLite file in the home. */
  readonly metadataUrl: string;
  readonly redisUrl: string | null;
  /** Null: generated and kept in the home. */
  readonly givenSecretKey: string | null;
  readonly admin: AdminAccount | null;
  readonly samples: boolean;
  /** Without a trailing slash; null: taken from the request. */
  readonly baseUrl: string | null;
};
export type Config = Settings & { readonly secretKey: string };

export type Env = Readonly<Record<string, string | undefined>>;

export const MIN_KEY_BYTES = 32;
export const METADATA_FILE = 'metadata.db';

/** Keys that stand in guides and compose files of this kind of product; whoever copied one has told it to everybody. */
const publishedKeys = new Set([
  '\u0002\u0001thisismyscretkey\u0001\u0002\\e\\y\\y\\h', 'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET', 'thisISaSECRET_1234', 'YOUR_OWN_RANDOM_GENERATED_SECRET_KEY', 'TEST_NON_DEV_SECRET', 'CHANGE_ME_SECRET_KEY',
  'USE_YOUR_OWN_SECURE_RANDOM_KEY', 'your-secret-key-at-least-32-bytes-long', 'changemechangemechangemechangeme',
]);

/** Read environment and settings file. Touches nothing. @throws AppError setting_invalid */
export function readSettings(env: Env, cwd: string): Settings {
  const home = resolve(cwd, env['TESSERA_HOME'] || '.tessera');
  return {
    ...readFile(env, cwd),
    host: env['HOST'] || '127.0.0.1',
    port: readPort(env['PORT']),
    home,
    metadataUrl: readMetadataUrl(env['TESSERA_METADATA_URL'], home),
    redisUrl: env['TESSERA_REDIS_URL'] || null,
    givenSecretKey: readKey(env['TESSERA_SECRET_KEY']),
    admin: readAdmin(env),
    samples: readFlag('TESSERA_SAMPLES', env['TESSERA_SAMPLES'], true),
    baseUrl: readBaseUrl(env['TESSERA_BASE_URL']),
  };
}

function readFile(env: Env, cwd: string): FileSettings {
  const named = env['TESSERA_CONFIG'];
  const path = resolve(cwd, named || 'tessera.config.json');
  if (!existsSync(path)) {
    if (named) throw invalid('TESSERA_CONFIG', `names ${path}, which does not exist. Create the file or unset the variable.`);
    return Value.Create(FileSettings);
  }
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw invalid(path, `is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const settings: unknown = Value.Default(FileSettings, given);
  if (Value.Check(FileSettings, settings)) return settings;
  const [first] = Value.Errors(FileSettings, settings);
  throw invalid(path, `has a setting that cannot be used: ${describe(first)}. docs/operations.md lists the settings.`);
}

function describe(error: { readonly keyword: string; readonly instancePath: string; readonly message: string } | undefined): string {
  const name = error?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  if (!error || name === '') return 'it must hold an object';
  return error.keyword === 'boolean' ? `${name} is not a setting` : `${name} ${error.message}`;
}

function readPort(text: string | undefined): number {
  if (!text) return 8088;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw invalid('PORT', `is "${text}"; it must be a number from 0 to 65535.`);
  return port;
}

function readMetadataUrl(url: string | undefined, home: string): string {
  if (!url) return join(home, METADATA_FILE);
  if (/^postgres(ql)?:\/\/./i.test(url)) return url;
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
  throw invalid('TESSERA_METADATA_URL', `must begin with postgres://${scheme ? `, not ${scheme}` : ''}. Unset it to use a SQLite file in the home folder.`);
}

function readKey(key: string | undefined): string | null {
  if (!key) return null;
  const fix = 'Make one with: openssl rand -base64 42. Or unset the variable, and one is made and kept in the home folder.';
  if (publishedKeys.has(key)) throw invalid('TESSERA_SECRET_KEY', `is a published sample that anybody can sign with. ${fix}`);
  if (Buffer.byteLength(key) < MIN_KEY_BYTES) throw invalid('TESSERA_SECRET_KEY', `has ${Buffer.byteLength(key)} bytes; it needs at least ${MIN_KEY_BYTES}. ${fix}`);
  if (new Set(key).size < 8) throw invalid('TESSERA_SECRET_KEY', `repeats a few characters and can be guessed. ${fix}`);
  return key;
}

function readAdmin(env: Env): AdminAccount | null {
  const { TESSERA_ADMIN_USERNAME: username, TESSERA_ADMIN_PASSWORD: password, TESSERA_ADMIN_EMAIL: email } = env;
  if (!username && !password) return null;
  if (!username || !password) throw invalid(username ? 'TESSERA_ADMIN_PASSWORD' : 'TESSERA_ADMIN_USERNAME', 'is missing; an unattended first start needs both the name and the password.');
  return { username, password, email: email || `${username}@localhost` };
}

function readFlag(name: string, text: string | undefined, fallback: boolean): boolean {
  if (!text) return fallback;
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw invalid(name, `is "${text}"; it must be 0 or 1.`);
}

function readBaseUrl(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw invalid('TESSERA_BASE_URL', `is "${text}"; it must be an address such as https://tessera.example.com`);
  return url.href.replace(/\/+$/, '');
}

function invalid(setting: string, reason: string): AppError<'setting_invalid'> {
  return new AppError('setting_invalid', { setting, reason });
}
