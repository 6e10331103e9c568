import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, nameArgument, root, spellings, writeNew } from './lib/generate.mjs';
import { vizFiles } from './lib/viz-files.mjs';

const names = spellings(nameArgument('new-viz', 'lollipop'));
const folder = `packages/viz/src/plugins/${names.kebab}`;
const lists = { registry: 'packages/viz/src/registry.ts', gallery: 'packages/viz/src/gallery.ts' };

const has = (file) => existsSync(join(root, 'packages/viz/src', file));
const textOf = (file) => readFileSync(join(root, file), 'utf8');
const {
  [lists.registry]: registry,
  [lists.gallery]: gallery,
  ...files
} = vizFiles(
  names,
  { registry: textOf(lists.registry), gallery: textOf(lists.gallery) },
  { layer: has('layer/legend.ts') ? 'layer' : 'shared', hasMarks: has('marks.ts') },
);
writeNew(folder, files);
writeFileSync(join(root, lists.registry), registry);
writeFileSync(join(root, lists.gallery), gallery);
format([folder, lists.registry, lists.gallery]);

console.log(
  `${folder} is made and registered as ${names.snake}. It draws already: npm run dev, Explore, "${names.title}` +
    `".
1. npx vitest run ${folder}   draws its goldens: look at the SVGs in ${folder}/golden
2. its name and what it can do: ${folder}/entry.ts; category and question: ${folder}/gallery.ts
3. its controls: ${folder}/controls.ts, by bundles of packages/viz/src/bundles; which of them play which role: index.ts
4. what it draws: rows.ts and option.ts; accept the goldens with npm run golden and read the diff
5. what it asks: buildQueries in index.ts, each case of it in fixtures/queries.ts
Then npx vitest run packages/viz: a test that fails names the file and what to put there. docs/chart-types.md explains
each part.`,
);
