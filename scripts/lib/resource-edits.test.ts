import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spellings } from './generate.mjs';
import { root } from './paths.mjs';
import { nextMigration, resourceEdits } from './resource-edits.mjs';

const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined);
const edits: Readonly<Record<string, string>> = resourceEdits(spellings('widget'), '0099', read);

test('a new resource is migrated, typed, transferred, registered and in the table of access', () => {
  expect(edits['server/src/metadata/migrations/0099-widgets.ts']).toContain("name: '0099-widgets'");
  expect(edits['server/src/metadata/migrate.ts']).toMatch(/\n {2}widgets,\n\];/);
  expect(edits['server/src/metadata/tables.ts']).toContain('  readonly widgets: WidgetsTable;');
  expect(edits['server/src/metadata/transfer.ts']).toContain("  widgets: { key: ['id'], counted: true },");
  expect(edits['server/src/testing/access-expectations.ts']).toContain("'GET /api/v1/widget/:id'");
  expect(Object.values(edits).join('')).toContain('api.register(widgetRoutes(createWidgetService(');
});

test('nothing else of these files changes', () => {
  for (const [file, text] of Object.entries(edits)) {
    const before = read(file);
    if (before === undefined) continue;
    const left = new Set(text.split('\n'));
    expect(before.split('\n').filter((line) => !left.has(line))).toEqual([]);
  }
});

test('a file of another shape is named', () => {
  expect(() =>
    resourceEdits(spellings('widget'), '0099', (file: string) => (file.endsWith('migrate.ts') ? '' : read(file))),
  ).toThrow('server/src/metadata/migrate.ts has no line');
});

test('a migration takes the number after the last', () => {
  expect(nextMigration(['0001-ground.ts', '0014-access-requests.ts'])).toBe('0015');
  expect(nextMigration([])).toBe('0001');
});
