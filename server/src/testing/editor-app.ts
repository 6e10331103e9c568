import type { Connection } from '../engines/drivers/driver.ts';
import { buildRole, buildUser } from './builders.ts';
import { birthsEngines } from './engines/births-engines.ts';
import type { BirthsKind } from './engines/births.ts';
import { builtServer } from './processes/built-server.ts';
import { testApp, type TestApp } from './test-app.ts';
import type { Config } from '../config.ts';

/** A whole server with a database of one kind, and users of the SQL editor. */
export type EditorApp = TestApp & {
  readonly database: number;
  /** How others get to it. */
  readonly parameters: Connection['parameters'];
  /** On `main.birth_names`. */
  readonly dataset: number;
  /** The same server with row-level rules in the editor, while something is asked of it. */
  readonly withRules: <T>(ask: (run: RunAs, app: Pick<TestApp, 'request'>) => Promise<T>) => Promise<T>;
  /** The same server with other settings, while something is asked of it. */
  readonly withSettings: <T>(
    settings: Partial<Config>,
    ask: (run: RunAs, app: Pick<TestApp, 'request'>) => Promise<T>,
  ) => Promise<T>;
  /** May use the database; may read one table of it; is bound by a rule of rows; has SQL for a name. */
  readonly user: number;
  readonly limited: number;
  readonly bound: number;
  readonly hostile: number;
  readonly make: (url: string, payload: object) => Promise<number>;
  readonly change: (payload: object) => Promise<void>;
  readonly run: RunAs;
};
type RunAs = (as: number, sql: string, more?: object) => Promise<EditorAnswer>;
export type EditorAnswer = {
  readonly status: number;
  /** Code of the error; `null` for none. */
  readonly code: string | null;
  readonly type: string | null;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Rows of the last result, each as a list. */
  readonly rows: readonly (readonly unknown[])[];
  readonly query: Readonly<Record<string, unknown>>;
};

/** The rule that binds one of the users. */
export const RULE = "state = 'CA'";
/** A user may be called that. */
export const HOSTILE_NAME = "x*/ '; DROP TABLE secret; --";

export async function editorApp(kind: BirthsKind): Promise<EditorApp> {
  const place = await birthsEngines[kind].fill();
  const app = await testApp({
    scriptFolder: builtServer,
    settings: { dataFolders: [...(place.context.dataFolders ?? [])] },
  });
  const make = async (url: string, payload: object): Promise<number> => {
    const answer = await app.request({ method: 'POST', url: `/api/v1/${url}`, as: app.adminId, payload });
    if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    return answer.json<{ id: number }>().id;
  };
  const change = async (payload: object): Promise<void> => {
    const url = `/api/v1/database/${database}`;
    const answer = await app.request({ method: 'PUT', url, as: app.adminId, payload });
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  };
  const database = await make('database/', {
    database_name: 'births',
    engine: birthsEngines[kind].driver,
    parameters: place.connection.parameters,
    expose_in_sqllab: true,
  });
  const dataset = await make('dataset/', { database, schema: 'main', table_name: 'birth_names' });
  const user = async (name: string, ...pairs: readonly string[]): Promise<{ id: number; role: number }> => {
    const role = await buildRole(app.metadata.db, { name, pairs });
    return { id: await buildUser(app.metadata.db, { username: name, roles: ['sql_lab', role] }), role };
  };
  const bound = await user('bound', `database_access database:${database}`, 'can_view_query Tessera');
  await make('rowlevelsecurity/', {
    name: 'California only',
    filter_type: 'Regular',
    tables: [dataset],
    roles: [bound.role],
    clause: RULE,
  });
  const users = {
    user: (await user('user', `database_access database:${database}`, 'can_view_query Tessera')).id,
    limited: (await user('limited', `datasource_access dataset:${dataset}`, 'can_view_query Tessera')).id,
    bound: bound.id,
    hostile: (await user(HOSTILE_NAME, `database_access database:${database}`, 'can_view_query Tessera')).id,
  };
  const dataFolders = [...(place.context.dataFolders ?? [])];
  const withSettings: EditorApp['withSettings'] = async (settings, ask) => {
    // Who has a file open to read it would keep the other from writing.
    await change({});
    const other = await testApp({
      metadata: app.metadata,
      scriptFolder: builtServer,
      settings: { dataFolders, ...settings },
    });
    try {
      const runOther: RunAs = (as, sql, more = {}) =>
        runIn(other, as, { database_id: database, schema: 'main', sql, ...more });
      return await ask(runOther, other);
    } finally {
      await other.app.close();
    }
  };
  return {
    ...app,
    ...users,
    database,
    parameters: place.connection.parameters,
    dataset,
    withSettings,
    withRules: (ask) => withSettings({ featureFlags: { RLS_IN_SQLLAB: true } }, ask),
    make,
    change,
    run: (as, sql, more = {}) => runIn(app, as, { database_id: database, schema: 'main', sql, ...more }),
    close: async () => {
      await app.close();
      await place.close();
    },
  };
}

async function runIn(app: TestApp, as: number, payload: object): Promise<EditorAnswer> {
  const answer = await app.request({ method: 'POST', url: '/api/v1/sqllab/execute/', as, payload });
  const body = answer.json<{
    data?: readonly object[];
    query?: Record<string, unknown>;
    errors?: readonly { error_type: string; extra: Record<string, unknown> }[];
  }>();
  const code = answer.headers['x-error-code'];
  return {
    status: answer.statusCode,
    code: typeof code === 'string' ? code : null,
    type: body.errors?.[0]?.error_type ?? null,
    extra: body.errors?.[0]?.extra ?? {},
    body: answer.body,
    rows: (body.data ?? []).map((row) => Object.values(row) as readonly unknown[]),
    query: body.query ?? {},
  };
}
