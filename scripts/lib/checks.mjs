import { join } from 'node:path';
import { root } from './paths.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);

/** Everything that needs no running program: types, lint, who may import whom, unused code. */
const checks = [
  { name: 'format', command: [bin('oxfmt'), '--check', '.'] },
  { name: 'types and lint', command: [bin('oxlint'), '--type-aware', '--type-check', '--deny-warnings'] },
  {
    name: 'imports',
    command: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'packages', 'server/src', 'web/src'],
  },
  { name: 'function length', command: [process.execPath, join(root, 'scripts/lib/function-length.mjs')] },
  { name: 'messages', command: [process.execPath, join(root, 'scripts/messages.mjs'), '--check'] },
  { name: 'line length', command: [process.execPath, join(root, 'scripts/lib/line-length.mjs')] },
  { name: 'glossary', command: [process.execPath, join(root, 'scripts/lib/glossary.mjs')] },
  { name: 'wire types', command: [process.execPath, join(root, 'scripts/lib/wire-types.mjs')] },
  { name: 'unused code', command: [bin('knip')] },
];

/** @returns {Promise<{ name: string, ok: boolean, output: string }[]>} in the order of the list */
export async function runChecks() {
  const results = [];
  for (const { name, command } of checks) {
    const [program, ...args] = command;
    const { code, output } = await step(`Check ${name}`, () => run(program, args, { quiet: true }));
    results.push({ name, ok: code === 0, output });
  }
  return results;
}
