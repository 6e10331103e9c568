import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the bundler knows of a module, as far as it is read here. */
type Modules = {
  readonly getModuleInfo: (id: string) => { readonly importedIds?: readonly string[] | undefined } | null;
};

const root = fileURLToPath(new URL('..', import.meta.url)).replaceAll('\\', '/');

/** What begins to load code, by kind: who uses one of a kind is likely to use the others. */
const kinds: Readonly<Record<string, RegExp>> = {
  dashboard: /features\/dashboard\/DashboardPage\.tsx$/,
  explore: /features\/explore\/\w+Page\.tsx$/,
  home: /features\/home\/\w+Page\.tsx$/,
  lists: /features\/lists\/\w+Page\.tsx$/,
  sql: /features\/sql-editor\/SqlEditorPage\.tsx$/,
  entry: /features\/(login|setup)\/\w+Page\.tsx$/,
  settings: /features\/(?!dashboard|explore|home|lists|login|setup)[\w-]+\/(?!SqlEditorPage)\w+Page\.tsx$/,
  charts: /viz\/src\/(plugins\/[\w-]+\/index|erase|shared\/context)\.ts$/,
};

/**
 * Names the chunk of a module by the kinds of what loads it, where there are two or more: `explore-settings`. Null
 * leaves it to the bundler, which makes a chunk for every set of users, and so a hundred small ones.
 */
export function groupByUse(): (id: string, modules: Modules) => string | null {
  let loadedBy: readonly (readonly [string, ReadonlySet<string>])[] | null = null;
  return (id, modules) => {
    loadedBy ??= Object.entries(kinds).map(([kind, test]) => [kind, loadedWith(sourcesOf(test), modules)]);
    return chunkOf(
      id,
      loadedBy.filter(([, loaded]) => loaded.has(id)).map(([kind]) => kind),
    );
  };
}

function chunkOf(id: string, users: readonly string[]): string | null {
  const isUsedBy = (kind: string) => users.includes(kind);
  // What a page shares with dialogs that come later is in a dozen small files otherwise.
  const isAlone = users.length === 1 && (isUsedBy('dashboard') || isUsedBy('explore') || isUsedBy('lists'));
  // The page itself is found by its own name.
  if (isAlone && !/features\/dashboard\/\w+Page\.tsx$/.test(id)) return users.join('');
  // Maps bring the borders of all countries, which no other chart waits for.
  if (users.length < 2) return isUsedBy('charts') && /viz\/src\/(layer|shared\/(?!geo\/))/.test(id) ? 'charts' : null;
  // What dashboards and Explore share with other pages is small in sum.
  if (users.length > 2 && isUsedBy('dashboard') && isUsedBy('explore'))
    // The SQL editor draws no chart before somebody asks for one.
    return isUsedBy('sql') ? 'shared' : isUsedBy('charts') ? 'pictures' : 'common';
  return users.join('-');
}

function sourcesOf(kind: RegExp): readonly string[] {
  return ['web/src/features', 'packages/viz/src']
    .flatMap((folder) =>
      readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${root}${folder}/${file}`),
    )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => kind.test(file));
}

/** The modules that load together with these, packages aside: those are imported through lists of all their parts. */
function loadedWith(files: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set(files);
  for (const id of found) {
    const imported = modules.getModuleInfo(id)?.importedIds ?? [];
    imported.filter((next) => !next.includes('/node_modules/')).forEach((next) => found.add(next));
  }
  return found;
}
