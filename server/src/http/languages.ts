import { readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { englishCatalogue, translate, type Catalogue, type Translator } from '@tessera/core/messages';
import type { App } from './app-types.ts';
import type { StaticFiles } from './static-files.ts';

/** Where the build puts compiled catalogues, one file per language: `/messages/de.json`. */
const CATALOGUE = /^\/messages\/([A-Za-z0-9-]+)\.json$/;
/** Headers of clients are many; what they mean is retained for this many. */
const MAX_KEPT = 200;

export type Languages = {
  /** Who speaks the reader's language and writes numbers and dates as the reader does, by `Accept-Language`. */
  readonly of: (acceptLanguage: string | undefined) => Translator;
};

/** Every language of the build, English besides. A reader's translator is made per header and changed by nobody. */
export function createLanguages(files: StaticFiles): Languages {
  const catalogues = new Map<string, Catalogue>([['en', englishCatalogue]]);
  for (const [address, { file }] of files) {
    const locale = CATALOGUE.exec(address)?.[1];
    if (locale !== undefined) catalogues.set(locale.toLowerCase(), JSON.parse(readFileSync(file, 'utf8')) as Catalogue);
  }
  const kept = new Map<string, Translator>();
  return {
    of: (acceptLanguage = '') => {
      const known = kept.get(acceptLanguage);
      if (known) return known;
      if (kept.size >= MAX_KEPT) kept.clear();
      const wanted = localesOf(acceptLanguage);
      const catalogue = wanted.map((locale) => catalogueFor(locale, catalogues)).find(Boolean) ?? englishCatalogue;
      const translator = translate(catalogue, wanted[0]);
      kept.set(acceptLanguage, translator);
      return translator;
    },
  };
}

/** Every request has its reader's translator, and no text depends on another request. */
export function registerLanguages(app: App, languages: Languages): void {
  app.decorateRequest('translator', {
    getter(this: FastifyRequest) {
      return languages.of(this.headers['accept-language']);
    },
  });
}

/** `de-CH,de;q=0.9,en;q=0.5` → `de-CH`, `de`, `en`; what is no language is left out. */
function localesOf(acceptLanguage: string): readonly string[] {
  return acceptLanguage
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.trim().split(';');
      return { tag: tag.trim(), quality: Number(/q=([\d.]+)/.exec(quality)?.[1] ?? 1) };
    })
    .filter(({ tag, quality }) => isLocale(tag) && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** That of the locale, else of its language: `de` for `de-CH`. */
function catalogueFor(locale: string, catalogues: ReadonlyMap<string, Catalogue>): Catalogue | undefined {
  const exact = locale.toLowerCase();
  return catalogues.get(exact) ?? catalogues.get(exact.split('-', 1)[0] ?? '');
}
