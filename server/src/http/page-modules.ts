import { readFileSync } from 'node:fs';
import { MANIFEST, type StaticFiles } from './static-files.ts';

type Chunk = { readonly file: string; readonly imports?: readonly string[] };

/**
 * Links that make a browser fetch the code of a page together with the page itself, instead of after the first script.
 *
 * @param sources  Modules of the web app, as the build's manifest names them: `src/features/home/HomePage.tsx`
 */
export function modulePreloads(files: StaticFiles, sources: readonly string[]): string {
  const manifest = files.get(MANIFEST);
  if (!manifest) return '';
  const chunks = JSON.parse(readFileSync(manifest.file, 'utf8')) as Readonly<Record<string, Chunk>>;
  const needed = new Set<string>();
  const add = (name: string) => {
    const chunk = chunks[name];
    if (!chunk || needed.has(chunk.file)) return;
    needed.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  sources.forEach(add);
  return [...needed].map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`).join('');
}
