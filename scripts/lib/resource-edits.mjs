/**
 * What a new resource adds to files that are there: its migration, its table and its registration. `read` gives a
 * file's text by its path from the root; the answer is the new text by path.
 * @throws Error that names the file which has another shape than expected
 */
export function resourceEdits({ kebab, snake, camel, pascal, title }, number, read) {
  const routes = ['server/src/wiring/routes.ts', 'server/src/app.ts'].find((file) => read(file)?.includes(REGISTER));
  if (routes === undefined) throw new Error(`No file registers routes by "${REGISTER}"`);
  const up = routes.split('/').length === 3 ? './' : '../';
  const migration = `${number}-${kebab}s`;
  const edit = (file, ...changes) => {
    let text = read(file);
    for (const [anchor, added] of changes) {
      const at = text?.indexOf(anchor) ?? -1;
      if (at < 0) throw new Error(`${file} has no line "${anchor.trim()}" for new-resource to write before`);
      text = text.slice(0, at) + added + text.slice(at);
    }
    return [file, text];
  };
  return Object.fromEntries([
    edit(
      'server/src/metadata/migrate.ts',
      ["import type { Tables } from './tables.ts';", `import { ${camel}s } from './migrations/${migration}.ts';\n`],
      ['];\n\ntype Applied', `  ${camel}s,\n`],
    ),
    edit(
      'server/src/metadata/tables.ts',
      [
        'export type Tables = {',
        `/** ${title}s, as /api/v1/${snake}/ shows them. */
type ${pascal}sTable = {
  readonly id: Generated<number>;
  readonly name: string;
  readonly version: Generated<number>;
  readonly deleted_on: string | null;
};

`,
      ],
      ['  readonly jobs: JobsTable;', `  readonly ${snake}s: ${pascal}sTable;\n`],
    ),
    edit('server/src/metadata/transfer.ts', [
      "  logs: { key: ['id'], counted: true },",
      `  ${snake}s: { key: ['id'], counted: true },\n`,
    ]),
    edit('server/src/testing/access-expectations.ts', [
      "  'GET /api/v1/dashboard/access_requests/':",
      `  'GET /api/v1/${snake}/:id': { expect: '0 0 0 0 u', params: () => ({ id: 2_000_000_000 }) },\n`,
    ]),
    edit(
      routes,
      [
        `import `,
        `import { ${camel}Routes } from '${up}resources/${kebab}s/routes.ts';
import { create${pascal}Service } from '${up}resources/${kebab}s/service.ts';
import { create${pascal}Store } from '${up}resources/${kebab}s/store.ts';
`,
      ],
      [
        REGISTER,
        `await api.register(${camel}Routes(create${pascal}Service({ ${camel}s: create${pascal}Store(db) })));\n  `,
      ],
    ),
    [
      `server/src/metadata/migrations/${migration}.ts`,
      `import type { Migration } from '../migration.ts';

/** ${title}s; a row is deleted by its date. */
export const ${camel}s: Migration = {
  name: '${migration}',
  up: async (db, dialect) => {
    const made = db.schema.createTable('${snake}s');
    const table =
      dialect === 'sqlite'
        ? made.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        : made.addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity());
    await table
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('deleted_on', 'text')
      .execute();
  },
};
`,
    ],
  ]);
}

const REGISTER = 'await api.register(logRoutes(';

/** The number of the next migration, four digits, after those whose files are there. */
export function nextMigration(files) {
  const last = Math.max(0, ...files.map((file) => Number(/^(\d{4})-/.exec(file)?.[1] ?? 0)));
  return String(last + 1).padStart(4, '0');
}
