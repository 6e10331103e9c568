import { expect, test } from 'vitest';
import { restatedTypes } from './wire-types.mjs';

test('a file of the browser that declares what the server sends is reported, at its line', () => {
  const restated = `type Row = { readonly id: number;\n readonly slice_name: string };\n`;
  expect(restatedTypes('web/src/api/a.ts', restated)).toEqual([
    'web/src/api/a.ts:2 declares the field slice_name; take the type from @tessera/server/contract.',
  ]);
  const described = `const { id } = await request<Result<{ readonly id: number }>>('/chart/');`;
  expect(restatedTypes('web/src/api/a.ts', described)).toContain(
    'web/src/api/a.ts:1 describes an answer of request; take the type from @tessera/server/contract.',
  );
  expect(restatedTypes('web/src/api/a.ts', `listOf<Pick<ChartRow, 'id'> & { url: string }>('chart', query)`)).toEqual([
    'web/src/api/a.ts:1 describes an answer of listOf; take the type from @tessera/server/contract.',
  ]);
});

test('types of the contract, what is picked of them, and types of the page pass', () => {
  const named = `import type { ChartRow, Result } from '@tessera/server/contract';
    type Row = Pick<ChartRow, 'slice_name' | 'viz_type'>;
    type Shown = { readonly sliceName: string };
    await request<Result<readonly Row[]>>('/chart/');
    send({ slice_name: 'Births' });`;
  expect(restatedTypes('web/src/api/a.ts', named)).toEqual([]);
});
