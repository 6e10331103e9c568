import { AppError } from '@tessera/core/errors/app-error';
import { expect, test } from 'vitest';
import { dialects } from '../../dialects/registry.ts';
import { compile } from '../compile.ts';
import { cases } from './cases.ts';

// Every case in every dialect. A new dialect or case is covered by being registered.
// Accept a changed golden with `npm run golden`, then read the diff.
for (const dialect of Object.values(dialects)) {
  for (const [name, query] of Object.entries(cases)) {
    test(`${dialect.name}/${name}`, async () => {
      await expect(render(() => compile(query, dialect))).toMatchFileSnapshot(`${dialect.name}/${name}.sql`);
    });
  }
}

function render(run: () => ReturnType<typeof compile>): string {
  try {
    const { text, parameters } = run();
    const values = parameters.map((parameter) =>
      parameter.kind === 'value' && typeof parameter.value === 'bigint'
        ? `${parameter.value}n`
        : parameter.kind === 'value'
          ? parameter.value
          : parameter,
    );
    return `${text}\n-- parameters: ${JSON.stringify(values)}\n`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `-- refused: ${error.code} ${JSON.stringify(error.params)}\n`;
  }
}
