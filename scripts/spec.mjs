import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';

// Which numbered lines of the specification are named by the title of a test, by section.
const lines = readFileSync(join(root, 'docs/spec-lines.txt'), 'utf8').trim().split('\n');
const tests = execFileSync(
  'git',
  [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    '*.test.ts',
    '*.test.tsx',
    '*-suite.ts',
    'e2e/*.ts',
    'e2e/**/*.ts',
  ],
  { cwd: root, encoding: 'utf8' },
)
  .trim()
  .split('\n')
  .filter(Boolean);

const named = new Set();
for (const file of tests) {
  for (const match of readFileSync(join(root, file), 'utf8').matchAll(/\[(\d+\.\d+-\d+)\]/g)) named.add(match[1]);
}

const sections = groupBySection(lines);
for (const [section, ids] of sections) {
  const open = ids.filter((id) => !named.has(id));
  console.log(
    `${section.padEnd(5)} ${String(ids.length - open.length).padStart(3)} of ` +
      `${String(ids.length).padEnd(3)}${open.length > 0 ? ` not named: ${open.join(' ')}` : ''}`,
  );
}
console.log(`${lines.filter((line) => named.has(line)).length} of ${lines.length} lines are named by a test`);

function groupBySection(ids) {
  const groups = new Map();
  for (const id of ids) {
    const section = id.split('-')[0];
    groups.set(section, [...(groups.get(section) ?? []), id]);
  }
  return groups;
}
