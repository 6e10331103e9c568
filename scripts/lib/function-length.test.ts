import { expect, test } from 'vitest';
import { checkLengths, longFunctions, MAX_LINES } from './function-length.mjs';

const lines = (count: number): string => Array.from({ length: count }, () => '  step();').join('\n');

test('a function of more lines than the bound is found by its name, nested ones too', () => {
  const text = `export function outer() {\n${lines(10)}\n  const inner = () => {\n${lines(MAX_LINES)}\n  };\n}\n`;
  expect(longFunctions('a.ts', text)).toEqual([
    { id: 'a.ts#outer', line: 1, lines: MAX_LINES + 14 },
    { id: 'a.ts#outer.inner', line: 12, lines: MAX_LINES + 2 },
  ]);
  expect(longFunctions('a.ts', `function short() {\n${lines(MAX_LINES - 2)}\n}\n`)).toEqual([]);
});

test('an exception with its reason is let through, and one that is none any more is reported', () => {
  const found = [{ id: 'a.ts#long', line: 1, lines: 99 }];
  expect(checkLengths(found, [{ reason: 'It is one table.', functions: ['a.ts#long'] }])).toEqual([]);
  expect(checkLengths(found, [])).toEqual([expect.stringContaining('a.ts#long (line 1) has 99 lines')]);
  expect(checkLengths([], [{ reason: 'It is one table.', functions: ['a.ts#long'] }])).toEqual([
    expect.stringContaining('a.ts#long is short now'),
  ]);
});

test('a function that only declares routes is a table; one that branches, or a long handler in it, is not', () => {
  const handler = `{ handler: async () => {\n${lines(10)}\n} }`;
  const many = Array.from({ length: 6 }, (_, at) => `    app.get('/${at}', ${handler});`).join('\n');
  const routes = (inside: string): string =>
    `export function someRoutes() {\n  return async (app) => {\n    listRoutes(app);\n${inside}\n  };\n}\n`;
  expect(longFunctions('a/routes.ts', routes(many))).toEqual([]);
  expect(longFunctions('a/service.ts', routes(many))).toHaveLength(2);
  expect(longFunctions('a/routes.ts', routes(`${many}\n    if (isOn) app.get('/x', handler);`))).toEqual([
    expect.objectContaining({ id: 'a/routes.ts#someRoutes.(anonymous)' }),
  ]);
  const long = `    app.get('/long', { handler: async () => {\n${lines(MAX_LINES)}\n} });`;
  expect(longFunctions('a/routes.ts', routes(long))).toEqual([
    expect.objectContaining({ id: 'a/routes.ts#someRoutes.(anonymous).handler' }),
  ]);
});

test('the columns of a list are a table', () => {
  const columns = Array.from({ length: MAX_LINES }, (_, at) => `    c${at}: {},`).join('\n');
  const text = `export function someList() {\n  return {\n${columns}\n  };\n}\n`;
  expect(longFunctions('a/list.ts', text)).toEqual([]);
  expect(longFunctions('a/service.ts', text)).toHaveLength(1);
});
