import { readFileSync } from 'node:fs';
import { vizEntryOf } from '@tessera/viz/registry';
import { MANIFEST, type StaticFiles } from './static-files.ts';

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
};

export type PageModules = {
  /**
   * Links that make a browser fetch the code and the styles of a page together with the page itself, instead of after
   * the first script.
   *
   * @param sources  Modules of the web app, as the build's manifest names them: `src/features/home/HomePage.tsx`
   * @param later    Modules that give way to the others on a slow line
   */
  readonly links: (sources: readonly string[], later: readonly string[]) => string;
  /** The modules that charts of these types ask with, those that draw them, and those of the drawing library. */
  readonly ofCharts: (types: readonly string[]) => {
    readonly asking: readonly string[];
    readonly drawing: readonly string[];
    readonly library: readonly string[];
  };
};

const PLUGINS = '../packages/viz/src/plugins/';
const CANVAS = 'src/chart/EChart.tsx';
/** What every chart type needs besides its own code: reading forms, and formats. */
const READING = '../packages/viz/src/erase.ts';
const FORMATS = '../packages/viz/src/shared/context.ts';

/** What the build says of its files; without a build there are no links. */
export function readPageModules(files: StaticFiles): PageModules {
  const manifest = files.get(MANIFEST);
  const chunks = manifest ? (JSON.parse(readFileSync(manifest.file, 'utf8')) as Readonly<Record<string, Chunk>>) : {};

  return {
    links: (sources, later) => {
      const code = new Map<string, string>();
      const styles = new Map<string, string>();
      const add = (name: string, priority: string): void => {
        const chunk = chunks[name];
        if (!chunk || code.has(chunk.file)) return;
        code.set(chunk.file, priority);
        for (const one of chunk.imports ?? []) add(one, priority);
        // What a card out of sight may never need is only fetched ahead: a preload must be used.
        for (const file of chunk.css ?? []) styles.set(file, priority === '' ? 'preload' : 'prefetch');
      };
      for (const name of sources) add(name, '');
      for (const name of later) add(name, ' fetchpriority="low"');
      return [
        ...Array.from(
          code,
          ([file, priority]) => `<link rel="modulepreload" crossorigin${priority} href="/${file}" />`,
        ),
        ...Array.from(styles, ([file, rel]) => `<link rel="${rel}" as="style" crossorigin href="/${file}" />`),
      ].join('');
    },

    ofCharts: (types) => {
      const folders = new Set([...new Set(types)].flatMap((type) => vizEntryOf(type)?.folder ?? []));
      const plugins = Array.from(folders, (folder) => `${PLUGINS}${folder}/index.ts`);
      if (plugins.length === 0) return { asking: [], drawing: [], library: [] };
      // The outlines of countries that a map may need are data, and asked for by name.
      const parts = plugins
        .flatMap((index) => chunks[index]?.dynamicImports ?? [])
        .filter((name) => name.startsWith(PLUGINS));
      const library = parts.filter((name) => name.endsWith('/echarts-parts.ts'));
      return {
        asking: [READING, ...plugins],
        drawing: [FORMATS, ...parts.filter((name) => !library.includes(name))],
        library: library.length === 0 ? [] : [...library, CANVAS],
      };
    },
  };
}
