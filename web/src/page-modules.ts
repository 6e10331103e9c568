import { pages, type PageId } from '@tessera/core/pages';
import type { ComponentType } from 'react';

/** The code of every page, by file; it loads when the page is opened. */
export const pageModules = import.meta.glob<Readonly<Record<string, ComponentType>>>('./features/*/*Page.tsx');

/** Fetch the code of a page to which one press leads. What fails here fails again, and is seen, when it is opened. */
export function preloadPage(id: PageId): void {
  const page = pages[id];
  if ('module' in page) pageModules[`./features/${page.module}.tsx`]?.().catch(() => undefined);
}
