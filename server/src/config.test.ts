import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileSettings, checkSettings, readSettings } from './config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Given = Readonly<Record<string, unknown>>;
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const check = (env: Readonly<Record<string, string>>, file?: Given) => {
  if (file) write('tessera.config.json', JSON.stringify(file));
  return checkSettings(env, folder);
};
/** `name reason`, without the folder of the test. */
const mistakesOf = (env: Readonly<Record<string, string>>, file?: Given): readonly string[] =>
  check(env, file).mistakes.map(({ setting, reason }) => `${setting} ${reason}`.replaceAll(`${folder}/`, ''));

test('[F63] every mistake is reported at once, each with its name and what to do', () => {
  const env = {
    PORT: '99999',
    TESSERA_METADATA_UR: 'x',
    TESSERA_ADMIN_EMAIL: 'nobody',
    TESSERA_ADMIN_USERNAME: 'root',
    TESSERA_SECRET_KEY: 'short',
    TESSERA_REDIS_URL: 'localhost',
    TESSERA_SAMPLES: 'yes',
    TESSERA_BASE_URL: 'ftp://x',
  };
  expect(
    mistakesOf(env, {
      rowLimits: 5,
      featureFlags: { GLOBAL_ASYNC_QUERY: true },
      quotas: { Gamma: { rowsADay: 3 } },
      dataFolders: ['nowhere'],
      cacheMb: '64',
    }),
  ).toEqual([
    'TESSERA_METADATA_UR is not a variable of Tessera. Did you mean TESSERA_METADATA_URL?',
    'rowLimits in tessera.config.json is not a setting. Did you mean rowLimit?',
    'featureFlags.GLOBAL_ASYNC_QUERY in tessera.config.json is not known. Did you mean GLOBAL_ASYNC_QUERIES?',
    'quotas.Gamma.rowsADay in tessera.config.json is not known. Did you mean rowsPerDay?',
    'cacheMb in tessera.config.json must be a whole number from 1 to 1048576.',
    'dataFolders in tessera.config.json names nowhere, which is not a folder. Make it, or take it off the list.',
    'PORT is "99999"; it must be a number from 0 to 65535.',
    'TESSERA_REDIS_URL must be an address such as redis://host:6379, or rediss:// for one with TLS (in a ' +
      'password %25 stands for %, %23 for #).',
    expect.stringMatching(/^TESSERA_SECRET_KEY has 5 bytes/),
    'TESSERA_ADMIN_EMAIL is "nobody", which is no mail address.',
    'TESSERA_ADMIN_PASSWORD is missing; an unattended first start needs both the name and the password.',
    'TESSERA_SAMPLES is "yes"; it must be 0 or 1.',
    'TESSERA_BASE_URL is "ftp://x"; it must be an address such as https://tessera.example.com',
  ]);
  expect(() => readSettings(env, folder)).toThrow(
    /^13 settings cannot be used\.\n {2}- TESSERA_METADATA_UR is not a variable/,
  );
});

test('addresses of Redis that its driver cannot read are refused, before they end the process', () => {
  for (const url of ['redis://:a%b@host:6379', 'redis://host/name', 'redis://host/1/2'])
    expect(mistakesOf({ TESSERA_REDIS_URL: url })).toEqual([
      expect.stringMatching(/^TESSERA_REDIS_URL (must be|names)/),
    ]);
  for (const url of ['redis://:a%25b@host:6379', 'redis://host', 'redis://host/', 'rediss://user:x@host/15'])
    expect(mistakesOf({ TESSERA_REDIS_URL: url })).toEqual([]);
});

test('variables of tests, of development and of Kubernetes services are nobody’s mistake', () => {
  expect(
    mistakesOf({
      TESSERA_API: 'x',
      TESSERA_TEST_URL: 'x',
      TESSERA_ORACLE_TIMES: '20',
      TESSERA_SERVICE_HOST: '10.0.0.1',
      TESSERA_SERVICE_PORT_HTTP: '80',
      TESSERA_PORT: 'tcp://10.0.0.1:80',
      TESSERA_PORT_80_TCP_ADDR: '10.0.0.1',
      TESSERA_REDIS_PORT: 'tcp://10.0.0.2:6379',
      TESSERA_REDIS_SERVICE_HOST: '10.0.0.2',
    }),
  ).toEqual([]);
  expect(mistakesOf({ TESSERA_TEST_MESSAGES: '/etc', NODE_ENV: 'test' })).toEqual([]);
  expect(mistakesOf({ TESSERA_TEST_MESSAGES: '/etc' })).toEqual([
    'TESSERA_TEST_MESSAGES is for tests of languages: it is read where NODE_ENV is "test". Unset it.',
  ]);
  expect(mistakesOf({ TESSERA_PORT: '8088' })).toEqual([
    'TESSERA_PORT is not a variable of Tessera. Did you mean PORT?',
  ]);
  expect(mistakesOf({ TESSERA_WHATEVER_ELSE: '1' })).toEqual([
    'TESSERA_WHATEVER_ELSE is not a variable of Tessera. docs/operations.md lists them; unset it.',
  ]);
});

describe('bounds', () => {
  test('[F63] every number, list, text and map of the settings file has both ends', () => {
    const loose: string[] = [];
    const visit = (schema: TSchema, path: string): void => {
      const has = (key: string): boolean => key in schema;
      const type = 'type' in schema ? schema.type : null;
      if (type === 'integer' && !(has('minimum') && has('maximum'))) loose.push(path);
      if (type === 'string' && !has('enum') && !has('maxLength')) loose.push(path);
      if (type === 'array' && !has('maxItems')) loose.push(path);
      if (has('patternProperties') && !has('maxProperties')) loose.push(path);
      for (const key of ['properties', 'patternProperties', 'anyOf', 'items'] as const) {
        const inner: unknown = key in schema ? Reflect.get(schema, key) : undefined;
        if (typeof inner !== 'object' || inner === null) continue;
        for (const [name, child] of key === 'items' ? [['[]', inner] as const] : Object.entries(inner))
          visit(child as TSchema, `${path}.${name}`);
      }
    };
    visit(FileSettings, '');
    expect(loose).toEqual([]);
  });

  const numbers = Object.entries(FileSettings.properties).flatMap(([name, schema]) =>
    'maximum' in schema && 'minimum' in schema
      ? [{ name, minimum: Number(schema.minimum), maximum: Number(schema.maximum) }]
      : [],
  );

  test.each(
    numbers.flatMap(({ name, minimum, maximum }) =>
      [minimum - 1, maximum + 1, 1e21, 1.5].map((value) => [name, value] as const),
    ),
  )('[F63] %s of %d is refused by name', (name, value) => {
    expect(mistakesOf({}, { [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} in tessera.config.json must be a whole number from \\d+ to \\d+\\.$`)),
    ]);
  });

  test('the ends themselves, and all defaults, are taken', () => {
    const ends = (end: 'minimum' | 'maximum') =>
      Object.fromEntries(numbers.map((number) => [number.name, number[end]]));
    expect([mistakesOf({}), mistakesOf({}, ends('minimum')), mistakesOf({}, ends('maximum'))]).toEqual([[], [], []]);
  });

  test('lists, maps and inner numbers that are too large are refused by name', () => {
    expect(
      mistakesOf(
        {},
        {
          allowedHosts: Array.from({ length: 1001 }, () => 'a'),
          quotas: { Gamma: { rowsPerDay: 0, queriesAtOnce: 1e9 } },
          metricsToken: 'short',
          asyncWebsocketPath: '/..',
        },
      ).map((line) => line.split(' ', 1)[0]),
    ).toEqual([
      'allowedHosts',
      'quotas.Gamma.queriesAtOnce',
      'quotas.Gamma.rowsPerDay',
      'metricsToken',
      'asyncWebsocketPath',
    ]);
  });

  test('what is no object, or no JSON, is reported', () => {
    for (const text of ['[]', '5', 'null', '{']) {
      write('tessera.config.json', text);
      expect(mistakesOf({})).toEqual([
        expect.stringMatching(/^tessera\.config\.json (must hold an object|is not valid JSON)/),
      ]);
    }
    write('tessera.config.json', '{"__proto__": {"rowLimit": 1}, "constructor": 1}');
    expect(mistakesOf({})).toEqual([
      expect.stringContaining('__proto__ in tessera.config.json is not a setting'),
      expect.stringContaining('constructor in tessera.config.json is not a setting'),
    ]);
  });
});

describe('proxies', () => {
  test.each([[false], [0], [1], [16], [['10.0.0.1', '10.0.0.0/8', 'fd00::/8', 'loopback', 'uniquelocal']]])(
    '%j is taken',
    (trustProxy) => {
      expect(check({}, { trustProxy })).toMatchObject({ mistakes: [], settings: { trustProxy } });
    },
  );
  test.each([[true], [-1], [17], ['10.0.0.1'], [[]]])(
    '[attack 79] %j is refused with what may stand there',
    (trustProxy) => {
      expect(mistakesOf({}, { trustProxy })).toEqual([
        expect.stringMatching(
          /^trustProxy in tessera\.config\.json must be false, the number of proxies in front, or a list/,
        ),
      ]);
    },
  );
  test.each(['0.0.0.0/0', '10.0.0.1/33', 'proxy.example.com', '10.0.0', '10.0.0.0/8/8', ''])(
    'the place %j is refused',
    (place) => {
      expect(mistakesOf({}, { trustProxy: [place] })).toHaveLength(1);
    },
  );
});

describe('secrets in files', () => {
  const key = 'a key of the tests that is long enough';

  test('[F64] each may be given as a file, whose line end does not count', () => {
    const env = {
      TESSERA_SECRET_KEY_FILE: write('key', `${key}\n`),
      TESSERA_METADATA_URL_FILE: write('metadata', 'postgres://u:p@db/x\r\n'),
      TESSERA_REDIS_URL_FILE: write('redis', 'redis://r:1'),
      TESSERA_ADMIN_USERNAME: 'root',
      TESSERA_ADMIN_PASSWORD_FILE: write('password', ' a password with blanks \n'),
      TESSERA_METRICS_TOKEN_FILE: 'token',
    };
    write('token', 'a-token-of-the-scraper\n\n');
    expect(check(env)).toMatchObject({
      mistakes: [],
      settings: {
        givenSecretKey: key,
        metadataUrl: 'postgres://u:p@db/x',
        redisUrl: 'redis://r:1',
        admin: { password: ' a password with blanks ' },
        metricsToken: 'a-token-of-the-scraper',
      },
    });
  });

  test('[F64] both set, a missing file, an empty one, a folder and a device are mistakes', () => {
    expect(
      mistakesOf({
        TESSERA_SECRET_KEY: key,
        TESSERA_SECRET_KEY_FILE: write('key', key),
        TESSERA_METADATA_URL_FILE: 'none',
        TESSERA_REDIS_URL_FILE: write('empty', '\n'),
        TESSERA_METRICS_TOKEN_FILE: folder,
        TESSERA_ADMIN_PASSWORD_FILE: '/dev/zero',
      }),
    ).toEqual([
      expect.stringMatching(/^TESSERA_METRICS_TOKEN_FILE names \S+ which is not a file\.$/),
      'TESSERA_METADATA_URL_FILE names none, which does not exist.',
      'TESSERA_REDIS_URL_FILE names empty, which is empty.',
      'TESSERA_SECRET_KEY and TESSERA_SECRET_KEY_FILE are both set. Unset one of them.',
      'TESSERA_ADMIN_PASSWORD_FILE names /dev/zero, which is not a file.',
    ]);
  });

  test('no mistake quotes a secret', () => {
    const canary = 'planted canary';
    const told = mistakesOf(
      {
        TESSERA_SECRET_KEY: canary,
        TESSERA_METADATA_URL: `mysql://u:${canary}@x`,
        TESSERA_REDIS_URL: canary,
        TESSERA_METRICS_TOKEN: canary,
        TESSERA_ADMIN_PASSWORD: 'canary',
      },
      { metricsToken: canary },
    );
    expect(told.length).toBeGreaterThan(5);
    expect(told.join('\n')).not.toContain('canary');
  });
});
