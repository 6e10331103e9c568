import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { AppError } from '@tessera/core/errors/app-error';
import { passwordComplaint } from '@tessera/core/password-rule';
import {
  checkNames,
  readSecret,
  type Env,
  type Mistake,
  type SecretVariable,
  type TellMistake,
} from './environment.ts';
import { isProxyPlace } from './proxies.ts';
import { checkSettingsObject, count } from './settings-file.ts';

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const bound = (maximum: number) => Type.Optional(Type.Integer({ minimum: 1, maximum }));
const MB_OF_TERABYTE = 1024 * 1024;

/** Everything that tessera.config.json may say; docs/operations.md describes it. */
export const FileSettings = Type.Object(
  {
    featureFlags: Type.Object(
      {
        GLOBAL_ASYNC_QUERIES: flag('Chart data is answered by jobs.'),
        DASHBOARD_RBAC: flag('Dashboards are shared with roles.'),
        DASHBOARD_COMMENTS: flag('Readers comment on dashboards; false turns it off.'),
        RLS_IN_SQLLAB: flag(
          'In the SQL editor a user reads the rows that row-level rules leave; otherwise no table with such rules.',
        ),
        SQLLAB_BACKEND_PERSISTENCE: flag(
          'Tabs of the SQL editor are kept on the server; false keeps them in the browser alone.',
        ),
      },
      { additionalProperties: false, default: {}, description: 'Flags by name.' },
    ),
    logLevel: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
    logFormat: Type.Enum(['text', 'json'], {
      default: 'text',
      description: 'How the lines of the start are written; all others are JSON anyhow.',
    }),
    accessLog: Type.Boolean({ default: false, description: 'A line for each answered request.' }),
    trustProxy: Type.Union(
      [
        Type.Literal(false),
        Type.Integer({ minimum: 0, maximum: 16 }),
        Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 64 }),
      ],
      {
        default: false,
        description:
          'false, the number of proxies in front, or a list of their addresses (10.0.0.1, 10.0.0.0/8, ' +
          'loopback, linklocal, uniquelocal). With true anybody could choose the address they come from.',
      },
    ),
    metricsToken: Type.Union(
      [Type.String({ minLength: 16, maxLength: 512, pattern: '^[\\x21-\\x7e]+$' }), Type.Null()],
      {
        default: null,
        description:
          '16 to 512 visible characters that a scraper sends as bearer token, or null, which leaves /metrics ' +
          'to admins.',
      },
    ),
    stopDelaySeconds: count(
      0,
      [0, 300],
      'So long a stop goes on serving while /ready is 503, for balancers to learn of it.',
    ),
    sessionHours: count(24 * 14, [1, 24 * 365], 'Life of a browser session.'),
    accessTokenMinutes: count(15, [1, 60 * 24 * 7], 'Life of an API access token.'),
    guestTokenSeconds: count(300, [10, 86_400], 'Life of a guest token of an embedded dashboard.'),
    refreshTokenDays: count(30, [1, 365], 'Life of an API refresh token.'),
    bodyLimitKb: count(1024, [1, 64 * 1024], 'Largest request body of most routes.'),
    largeBodyLimitKb: count(8 * 1024, [1, 256 * 1024], 'Largest body of chart data, charts and dashboards.'),
    rowLimit: count(100_000, [1, 10_000_000], 'Most rows that a chart may ask for.'),
    downloadRowLimit: count(1_000_000, [1, 1_000_000_000], 'Most rows of a full download.'),
    resultMb: count(
      256,
      [1, 16 * 1024],
      'Largest result that is held as a whole, and largest answer to a request of several queries.',
    ),
    unreadAnswersMb: count(
      512,
      [16, MB_OF_TERABYTE],
      'Answers that are made and not yet taken by their clients, all of them together; beyond it new large ' +
        'ones are refused.',
    ),
    queryTimeoutSeconds: count(60, [1, 86_400], 'A query that runs longer is stopped.'),
    sqlRowLimit: count(100_000, [1, 10_000_000], 'Most rows of a result in the SQL editor.'),
    sqlDefaultRows: count(1000, [1, 10_000_000], 'Rows of a result in the SQL editor, where nobody chose.'),
    sqlTimeoutSeconds: count(300, [1, 86_400], 'A query of the SQL editor that runs longer is stopped.'),
    sqlAsyncTimeoutSeconds: count(
      6 * 3600,
      [1, 7 * 86_400],
      'The same of one that runs asynchronously, its wait for a turn included.',
    ),
    sqlAsyncWorkers: count(8, [1, 256], 'Asynchronous queries of the SQL editor that this server runs at once.'),
    sqlAsyncPerUser: count(20, [1, 10_000], 'Asynchronous queries of the SQL editor that one user may have at once.'),
    sqlResultsMb: count(
      4096,
      [16, MB_OF_TERABYTE],
      'Room on disk for results of the SQL editor; of whoever has the most, the oldest are removed first.',
    ),
    sqlResultHours: count(24, [1, 24 * 365], 'Results of the SQL editor are kept for so long.'),
    sqlResultsFolder: Type.Union([Type.String({ minLength: 1, maxLength: 4096 }), Type.Null()], {
      default: null,
      description:
        'Folder of the results of the SQL editor; null: results in the home. Several servers need one that all ' +
        'of them see.',
    }),
    sqlHistoryDays: count(90, [1, 3650], 'Queries stay in the history of the SQL editor for so long.'),
    sqlHistoryMb: count(
      1024,
      [1, 100_000],
      'Room for that history in the metadata; of whoever has the most, the oldest go first.',
    ),
    templateTimeLimitMs: count(1000, [1, 60_000], 'Time that one template in SQL may take.'),
    cacheTimeoutSeconds: count(86_400, [0, 365 * 86_400], 'Age at which a cached chart result is dropped.'),
    cacheMb: count(64, [1, MB_OF_TERABYTE], 'Memory for cached chart results.'),
    sharedCacheMb: count(256, [1, MB_OF_TERABYTE], 'Room in Redis for chart results that several servers share.'),
    metadataConnections: count(10, [2, 500], 'Connections of this server to its metadata in PostgreSQL.'),
    metadataTimeoutSeconds: count(
      15,
      [1, 600],
      'A statement of the metadata in PostgreSQL that takes longer is given up.',
    ),
    queryLogDays: count(30, [1, 3650], 'Queries stay in the log for so long.'),
    queryLogMb: count(1024, [1, 100_000], 'Room for the query log in the metadata; the oldest entries go first.'),
    eventLogDays: count(
      90,
      [1, 3650],
      'Events of people, from which the home page tells what was opened of late, are kept for so long.',
    ),
    trashDays: count(30, [1, 3650], 'Deleted charts and dashboards can be restored for so long.'),
    eventLogMb: count(256, [1, 100_000], 'Room for the events of people in the metadata; the oldest go first.'),
    asyncWorkers: count(8, [1, 256], 'Asynchronous queries that this server runs at once.'),
    asyncPatienceSeconds: count(7, [2, 3600], 'An asynchronous query that nobody asked about for so long is stopped.'),
    asyncTransport: Type.Enum(['polling', 'websocket'], {
      default: 'polling',
      description: 'How pages learn that an asynchronous query has ended.',
    }),
    asyncPollingMs: count(500, [50, 60_000], 'Pause between two questions of a page that polls.'),
    asyncWebsocketPath: Type.String({
      default: '/ws',
      maxLength: 200,
      pattern: '^/[A-Za-z0-9/_-]+$',
      description: 'Where websockets connect.',
    }),
    quotas: Type.Record(
      Type.String({ minLength: 1, maxLength: 256 }),
      Type.Object(
        {
          queriesAtOnce: bound(10_000),
          rowsPerDay: bound(Number.MAX_SAFE_INTEGER),
          secondsPerDay: bound(1_000_000_000),
        },
        { additionalProperties: false },
      ),
      {
        default: {},
        maxProperties: 1000,
        description:
          'What the people of a role may ask of databases: role name to queriesAtOnce, rowsPerDay, ' +
          'secondsPerDay. The most generous of several roles counts; admins are not limited.',
      },
    ),
    uploadMb: count(1024, [1, 100_000], 'Largest file that users may upload.'),
    uploadsMb: count(20 * 1024, [1, MB_OF_TERABYTE], 'Room for all tables that users have uploaded.'),
    uploadsFolder: Type.Union([Type.String({ minLength: 1, maxLength: 4096 }), Type.Null()], {
      default: null,
      description:
        'Folder of the tables that users upload; null: data/uploads in the home. Several servers need one that all ' +
        'of them see; a backup then leaves it out.',
    }),
    extractMb: count(4096, [1, MB_OF_TERABYTE], 'Largest extract of an accelerated dataset.'),
    extractsMb: count(20 * 1024, [1, MB_OF_TERABYTE], 'Room for the extracts of all accelerated datasets.'),
    extractTimeoutMinutes: count(60, [1, 1440], 'Longest reading of a source for an extract.'),
    extractsFolder: Type.Union([Type.String({ minLength: 1, maxLength: 4096 }), Type.Null()], {
      default: null,
      description:
        'Folder of the extracts of accelerated datasets; null: extracts in the home. A server that cannot see an ' +
        'extract reads the source: several servers need one that all of them see. No backup holds it.',
    }),
    engineMemoryMb: count(512, [64, MB_OF_TERABYTE], 'Memory cap of the embedded engine.'),
    allowedHosts: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      default: [],
      maxItems: 1000,
      description: 'Hosts that people other than admins may connect to.',
    }),
    tileServer: Type.Union(
      [
        Type.Object(
          {
            // It goes into the policy of pages, and into addresses of images.
            url: Type.String({
              maxLength: 1000,
              pattern: '^https?://[^\\s"\'<>;,\\\\{}]+/\\{z\\}/\\{x\\}/\\{y\\}[^\\s"\'<>;,\\\\{}]*$',
            }),
            attribution: Type.String({ minLength: 1, maxLength: 200 }),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      {
        default: null,
        description:
          'Who gives the tiles under maps of streets: url with {z}/{x}/{y}, and the attribution that is shown. ' +
          'Without it maps are drawn from data of this product alone.',
      },
    ),
    frameOrigins: Type.Array(
      Type.String({ maxLength: 255, pattern: '^https?://(\\*\\.)?[A-Za-z0-9.-]+(:\\d{1,5})?$' }),
      {
        default: [],
        maxItems: 100,
        description:
          'Sites that may show standalone pages in a frame, such as https://intranet.example.com or ' +
          'https://*.example.com.',
      },
    ),
    dataFolders: Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), {
      default: [],
      maxItems: 100,
      description: 'Folders besides data/ in the home whose DuckDB and SQLite files may be connected to.',
    }),
  },
  { additionalProperties: false },
);
export type FileSettings = Static<typeof FileSettings>;

export type AdminAccount = {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
};

/** What the operator chose, read once at start. Secrets and folders that the start makes are in `Config`. */
export type Settings = Readonly<FileSettings> & {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly home: string;
  /** `postgres://…` or the path of the SQLite file in the home. */
  readonly metadataUrl: string;
  readonly redisUrl: string | null;
  /** Null: generated and stored in the home. */
  readonly givenSecretKey: string | null;
  readonly admin: AdminAccount | null;
  readonly samples: boolean;
  /** Without a trailing slash; null: taken from the request. */
  readonly baseUrl: string | null;
};
export type Config = Settings & { readonly secretKey: string };

export const MIN_KEY_BYTES = 32;
export const METADATA_FILE = 'metadata.db';

/**
 * Keys that stand in guides and compose files of this kind of product; whoever copied one has published it.
 */
const publishedKeys = new Set([
  '\u0002\u0001thisismyscretkey\u0001\u0002\\e\\y\\y\\h',
  'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET',
  'thisISaSECRET_1234',
  'YOUR_OWN_RANDOM_GENERATED_SECRET_KEY',
  'TEST_NON_DEV_SECRET',
  'CHANGE_ME_SECRET_KEY',
  'USE_YOUR_OWN_SECURE_RANDOM_KEY',
  'your-secret-key-at-least-32-bytes-long',
  'changemechangemechangemechangeme',
]);

/** Read environment and settings file. Touches nothing. @throws AppError settings_invalid, which tells every mistake */
export function readSettings(env: Env, cwd: string): Settings {
  const { settings, mistakes } = checkSettings(env, cwd);
  if (mistakes.length > 0) throw new AppError('settings_invalid', { mistakes });
  return settings;
}

/** The settings, and every mistake in them; defaults stand in for what cannot be used. */
export function checkSettings(
  env: Env,
  cwd: string,
): { readonly settings: Settings; readonly mistakes: readonly Mistake[] } {
  const mistakes: Mistake[] = [];
  const tell: TellMistake = (setting, reason) => void mistakes.push({ setting, reason });
  const secret = (name: SecretVariable): string | null => readSecret(env, name, cwd, tell);
  checkNames(env, tell);
  const home = resolve(cwd, env['TESSERA_HOME'] || '.tessera');
  const file = readFile(env, cwd, tell);
  const settings: Settings = {
    ...file,
    metricsToken: readMetricsToken(secret('TESSERA_METRICS_TOKEN'), file.metricsToken, tell),
    host: env['HOST'] || '127.0.0.1',
    port: readPort(env['PORT'], tell),
    home,
    metadataUrl: readMetadataUrl(secret('TESSERA_METADATA_URL'), home, tell),
    redisUrl: readRedisUrl(secret('TESSERA_REDIS_URL'), tell),
    givenSecretKey: readKey(secret('TESSERA_SECRET_KEY'), tell),
    admin: readAdmin(env, secret('TESSERA_ADMIN_PASSWORD'), tell),
    samples: readFlag('TESSERA_SAMPLES', env['TESSERA_SAMPLES'], true, tell),
    baseUrl: readBaseUrl(env['TESSERA_BASE_URL'], tell),
  };
  return { settings, mistakes };
}

function readFile(env: Env, cwd: string, tell: TellMistake): FileSettings {
  const named = env['TESSERA_CONFIG'];
  const path = resolve(cwd, named || 'tessera.config.json');
  if (!existsSync(path)) {
    if (named) tell('TESSERA_CONFIG', `names ${path}, which does not exist. Create the file or unset the variable.`);
    return Value.Create(FileSettings);
  }
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    tell(path, `is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
    return Value.Create(FileSettings);
  }
  const settings = checkSettingsObject(FileSettings, given, path, tell);
  for (const folder of settings.dataFolders) {
    if (!isFolder(resolve(cwd, folder)))
      tell('dataFolders', `in ${path} names ${folder}, which is not a folder. Make it, or take it off the list.`);
  }
  if (Array.isArray(settings.trustProxy)) {
    for (const place of settings.trustProxy)
      if (!isProxyPlace(place))
        tell(
          'trustProxy',
          `in ${path} names ${place}, which is no address, range or one of loopback, linklocal, uniquelocal.`,
        );
  }
  return settings;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function readMetricsToken(given: string | null, ofFile: string | null, tell: TellMistake): string | null {
  if (given === null) return ofFile;
  if (ofFile !== null)
    tell('TESSERA_METRICS_TOKEN', 'and metricsToken in the settings file are both set. Leave one of them out.');
  if (!Value.Check(FileSettings.properties.metricsToken, given))
    tell('TESSERA_METRICS_TOKEN', 'must be 16 to 512 visible characters.');
  return given;
}

function readPort(text: string | undefined, tell: TellMistake): number {
  const fallback = 8088;
  if (!text) return fallback;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  tell('PORT', `is "${text}"; it must be a number from 0 to 65535.`);
  return fallback;
}

function readMetadataUrl(url: string | null, home: string, tell: TellMistake): string {
  if (url !== null && isAddress(url, /^postgres(ql)?:\/\/./i)) return url;
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url ?? '')?.[0];
  const isOther = scheme !== undefined && !/^postgres(ql)?:$/i.test(scheme);
  const addressHint =
    ', and be an address such as postgres://user:password@host/database (in a password %23 stands for #)';
  if (url !== null)
    tell(
      'TESSERA_METADATA_URL',
      'must begin with postgres://' +
        `${isOther ? `, not ${scheme}` : addressHint}. Unset it to use a SQLite file in the home folder.`,
    );
  return join(home, METADATA_FILE);
}

function readRedisUrl(url: string | null, tell: TellMistake): string | null {
  if (url === null) return null;
  // Its driver decodes what an address is made of, and throws where a bare % stands.
  if (isAddress(url, /^rediss?:\/\/./i) && isDecodable(url)) {
    // It asks for the database NaN then, and the answer ends the process.
    if (!/^\/?\d{0,5}$/.test(new URL(url).pathname))
      tell(
        'TESSERA_REDIS_URL',
        'names behind the host what is no number of a database. Write redis://host:6379, or redis://host:6379/1.',
      );
    return url;
  }
  tell(
    'TESSERA_REDIS_URL',
    'must be an address such as redis://host:6379, or rediss:// for one with TLS (in a password %25 stands for ' +
      '%, %23 for #).',
  );
  return null;
}

function isAddress(url: string, pattern: RegExp): boolean {
  return pattern.test(url) && URL.canParse(url);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function readKey(key: string | null, tell: TellMistake): string | null {
  if (key === null) return null;
  const complaint = keyComplaint(key);
  if (complaint !== null)
    tell(
      'TESSERA_SECRET_KEY',
      `${complaint} Make one with: openssl rand -base64 42. Or unset the variable, and one is made and kept in ` +
        'the home folder.',
    );
  return key;
}

function keyComplaint(key: string): string | null {
  if (publishedKeys.has(key)) return 'is a published sample that anybody can sign with.';
  if (Buffer.byteLength(key) < MIN_KEY_BYTES)
    return `has ${Buffer.byteLength(key)} bytes; it needs at least ${MIN_KEY_BYTES}.`;
  return new Set(key).size < 8 ? 'repeats a few characters and can be guessed.' : null;
}

function readAdmin(env: Env, password: string | null, tell: TellMistake): AdminAccount | null {
  const { TESSERA_ADMIN_USERNAME: username, TESSERA_ADMIN_EMAIL: email } = env;
  if (email && !isMail(email)) tell('TESSERA_ADMIN_EMAIL', `is "${email}", which is no mail address.`);
  if (!username && password === null) return null;
  if (username && (username.length > 128 || username.trim() !== username))
    tell('TESSERA_ADMIN_USERNAME', 'must have at most 128 characters, and no blanks around them.');
  const complaint = password === null ? null : passwordComplaint(password);
  if (complaint !== null) tell('TESSERA_ADMIN_PASSWORD', `cannot be used: ${complaint}`);
  const names = ['TESSERA_ADMIN_FIRST_NAME', 'TESSERA_ADMIN_LAST_NAME'] as const;
  for (const name of names) if ((env[name] ?? '').length > 64) tell(name, 'must have at most 64 characters.');
  const [firstName, lastName] = names.map((name) => env[name] || null);
  if (username && password !== null)
    return {
      username,
      password,
      email: email || `${username}@localhost`,
      firstName: firstName ?? null,
      lastName: lastName ?? null,
    };
  tell(
    username ? 'TESSERA_ADMIN_PASSWORD' : 'TESSERA_ADMIN_USERNAME',
    'is missing; an unattended first start needs both the name and the password.',
  );
  return null;
}

export function isMail(text: string): boolean {
  return text.length <= 320 && /^[^@\s]+@[^@\s]+$/.test(text);
}

function readFlag(name: string, text: string | undefined, fallback: boolean, tell: TellMistake): boolean {
  if (!text) return fallback;
  if (text === '1' || text === 'true') return true;
  if (text !== '0' && text !== 'false') tell(name, `is "${text}"; it must be 0 or 1.`);
  return false;
}

function readBaseUrl(text: string | undefined, tell: TellMistake): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href.replace(/\/+$/, '');
  tell('TESSERA_BASE_URL', `is "${text}"; it must be an address such as https://tessera.example.com`);
  return null;
}
