import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Cell } from '@tessera/core/table';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applySteps } from '../apply.ts';
import { cellOf, failPost, type Frame, frameOf, type Values } from '../frame.ts';
import { type RandomCase, randomCases } from './random-cases.ts';

// Random tables, and what pandas makes of them: live where the test command could bring pandas, with cases of the run's
// own, and always by the answers that are stored. To keep new ones: TESSERA_TEST_PANDAS=<folder> KEEP_ANSWERS=1.

type Answer = {
  readonly rowCount: number;
  readonly index: readonly (readonly [string, readonly unknown[]])[];
  readonly columns: readonly (readonly [readonly (string | null)[], readonly unknown[]])[];
};
type Answers = { readonly pandas: string; readonly numpy: string; readonly answers: readonly Answer[] };

const SEED = 20_241_121;
const ROUNDS = 8;
const file = fileURLToPath(new URL('answers.json', import.meta.url));
const pandas = process.env['TESSERA_TEST_PANDAS'];
const isLive = pandas !== undefined && existsSync(pandas);

function ask(cases: readonly RandomCase[]): Answers {
  const input = JSON.stringify(
    cases.map(({ table, steps }) => ({
      table: [...table.columns.values()].map(({ name, kind, values }) => ({
        name,
        kind,
        values: Array.from(values, (cell) => (Number.isNaN(cell) ? null : cell)),
      })),
      steps,
    })),
  );
  const { status, stdout, stderr } = spawnSync('python3', [fileURLToPath(new URL('pandas_post.py', import.meta.url))], {
    input,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, PYTHONPATH: pandas, PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Answers;
}

/** Ours, in the form of an answer. */
function ours({ table, steps }: RandomCase): Answer {
  const frame = steps.reduce<Frame>(
    (done, step) =>
      step.operation === 'index' ? indexed(done, String(step.options?.['column'])) : applySteps(done, [step]),
    frameOf(table),
  );
  return {
    rowCount: frame.rowCount,
    index: frame.index.map(({ name, values }) => [name, cells(values)] as const),
    columns: frame.columns.map(({ path, values }) => [path, cells(values)] as const),
  };
}

function indexed(frame: Frame, name: string): Frame {
  const level = frame.columns.find(({ path }) => path[0] === name) ?? failPost('no such column');
  return {
    ...frame,
    index: [{ name, kind: level.kind, values: level.values }],
    columns: frame.columns.filter((column) => column !== level),
  };
}

const cells = (values: Values): unknown[] => Array.from(values, (_, row) => shown(cellOf(values, row)));

function shown(cell: Cell): unknown {
  if (typeof cell === 'number' && !Number.isFinite(cell)) return cell > 0 ? 'inf' : '-inf';
  return cell;
}

/**
 * Ten digits: running sums of pandas and whole ones of ours differ in the last. What is nothing beside the data is 0.
 */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Math.abs(value) < 1e-9 ? 0 : Number(value.toPrecision(10));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rounded(item)]));
  return value;
}

/** The cases that are answered in another way. */
function differing(cases: readonly RandomCase[], answers: readonly Answer[]) {
  return cases.flatMap((one, at) => {
    const [mine, theirs] = [rounded(ours(one)), rounded(answers[at])];
    return JSON.stringify(mine) === JSON.stringify(theirs)
      ? []
      : [{ case: `${one.name}: ${JSON.stringify(one.steps)}`, ours: mine, theirs }];
  });
}

/**
 * The stored cases with their answers, and where pandas is, some more that are others in each run, as all random cases
 * are.
 */
function sets(): readonly {
  readonly seed: number;
  readonly cases: readonly RandomCase[];
  readonly answers: readonly Answer[];
}[] {
  const kept = randomCases(SEED, ROUNDS);
  if (isLive && process.env['KEEP_ANSWERS'] === '1') {
    const { answers, ...versions } = ask(kept);
    writeFileSync(
      file,
      `{"seed":${SEED},${JSON.stringify(versions).slice(1, -1)},"answers":[\n` +
        `${answers.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`,
    );
  }
  const known = { seed: SEED, cases: kept, answers: (JSON.parse(readFileSync(file, 'utf8')) as Answers).answers };
  if (!isLive) return [known];
  const seed = fc.readConfigureGlobal().seed ?? Date.now() % 1_000_000_000;
  const cases = randomCases(seed, 60);
  return [known, { seed, cases, answers: ask(cases).answers }];
}

test.each(sets())('every operation agrees with pandas on random tables: seed $seed', ({ cases, answers }) => {
  expect(answers).toHaveLength(cases.length);
  expect(differing(cases, answers)).toEqual([]);
});
