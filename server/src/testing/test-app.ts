import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { createApp } from '../app.ts';
import { readSettings, type Config } from '../config.ts';
import type { App } from '../http/app-types.ts';
import { deriveKey } from '../keys.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { RedisTimes } from '../redis-client.ts';
import { seedRoles } from '../resources/roles/builtin.ts';
import { createTokens } from '../resources/security/tokens.ts';
import { TEST_NOW, buildUser } from './builders.ts';
import { testMetadata } from './test-metadata.ts';
import { onTestFailed } from 'vitest';

export type TestRequest = Omit<InjectOptions, 'url' | 'method'> & {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** Id of the requesting user; left out: nobody. */ readonly as?: number;
};

/** A whole server on a metadata file of its own, without a port. */
export type TestApp = {
  readonly app: App;
  readonly metadata: Metadata;
  readonly config: Config;
  /** An administrator, made with the app. */
  readonly adminId: number;
  /** Header of a user, for requests of tests in which the metadata cannot be asked for it. */
  readonly authorizationOf: (userId: number) => Promise<string>;
  readonly request: (options: TestRequest) => Promise<LightMyRequestResponse>;
  /** Lines of the log, whole. */
  readonly log: readonly string[];
  /** Let time go on. */
  readonly pass: (ms: number) => void;
  /** Correct the clock by so much, forwards or back: no time passes. */
  readonly correctClock: (ms: number) => void;
  readonly close: () => Promise<void>;
};

const SECRET = 'tests sign with this key and nothing else does';

/** Start a server for a test; its clock stands at `TEST_NOW` until it is moved. */
export async function testApp({
  metadata: given,
  settings = {},
  scriptFolder = '',
  redisTimes = {},
  webRoot = null,
}: {
  readonly metadata?: Metadata;
  readonly settings?: Partial<Config>;
  readonly redisTimes?: Partial<RedisTimes>;
  /** Of the pages; without it the API alone is served. */
  readonly webRoot?: string | null;
  /** For tests that reach an engine: `builtServer`. */ readonly scriptFolder?: string;
} = {}): Promise<TestApp> {
  const metadata = given ?? (await testMetadata());
  const home = mkdtempSync(join(tmpdir(), 'tessera-home-'));
  const config: Config = {
    ...readSettings({ TESSERA_HOME: home, TESSERA_SAMPLES: '0', TESSERA_CONFIG: '' }, home),
    secretKey: SECRET,
    logLevel: 'info',
    ...settings,
  };
  let at = TEST_NOW.getTime();
  let correctedMs = 0;
  const now = (): Date => new Date(at + correctedMs);
  await seedRoles(metadata.db, TEST_NOW);
  const adminId = await buildUser(metadata.db, { roles: ['Admin'] });
  const log: string[] = [];
  const app = await createApp({
    config,
    metadata,
    now,
    monotonicMs: () => at,
    redisTimes,
    scriptFolder,
    webRoot,
    logStream: { write: (line) => void log.push(line) },
    checkResponses: true,
  });
  const tokens = createTokens({
    key: deriveKey(SECRET, 'access tokens'),
    now,
    lifeSeconds: { access: 900, refresh: 900 },
  });

  async function request({ as, headers, ...options }: TestRequest): Promise<LightMyRequestResponse> {
    const authorization = as === undefined ? {} : { authorization: await authorizationOf(as) };
    const before = log.length;
    const answer = await app.inject({
      method: 'GET',
      ...options,
      headers: { accept: 'application/json', ...authorization, ...headers },
    });
    if (answer.statusCode === 500) tellOnFailure(causeOf(log.slice(before)));
    return answer;
  }

  async function authorizationOf(userId: number): Promise<string> {
    const user = await metadata.db
      .selectFrom('users')
      .select('session_epoch')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return `Bearer ${await tokens.issue('access', userId, user.session_epoch)}`;
  }

  return {
    app,
    metadata,
    config,
    adminId,
    authorizationOf,
    request,
    log,
    pass: (ms) => void (at += ms),
    correctClock: (ms) => void (correctedMs += ms),
    close: async () => {
      await app.close();
      await metadata.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The error that a request failed of, as the log has it, with its stack. */
export function causeOf(lines: readonly string[]): string {
  const failed = lines.flatMap((line): string[] => {
    const { err }: { readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string } } =
      JSON.parse(line);
    return err === undefined ? [] : [[err.type, err.message, err.stack].filter(Boolean).join('\n')];
  });
  return failed.length === 0 ? 'The server answered 500 and logged no cause.' : failed.join('\n');
}

/** A server error is said when the test fails, not where one is expected. Outside a test it is said at once. */
function tellOnFailure(cause: string): void {
  try {
    onTestFailed(() => void process.stderr.write(`${cause}\n`));
  } catch {
    process.stderr.write(`${cause}\n`);
  }
}
