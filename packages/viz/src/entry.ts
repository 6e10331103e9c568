import type { Capabilities } from './capabilities.ts';
import type { Controls, VizPlugin } from './define.ts';
import type { AnyViz } from './erase.ts';
import type { Role } from './roles.ts';

/** What every page and the server know of a chart type without loading it: `plugins/<family>/entry.ts`. */
export type VizEntry<Plugin = unknown> = {
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Folder of its code, beside that of the other plugins: a page that shows it may fetch it ahead. */
  readonly folder: string;
  readonly load: () => Promise<Plugin>;
};
export type VizEntries = Readonly<Record<string, VizEntry<AnyViz>>>;

/** What gallery and lists say and show of a chart type without loading it: `plugins/<family>/gallery.ts`. */
export type GalleryEntry = {
  readonly category:
    | 'Correlation'
    | 'Distribution'
    | 'Evolution'
    | 'Flow'
    | 'KPI'
    | 'Map'
    | 'Part of a Whole'
    | 'Ranking'
    | 'Table';
  /** One sentence: which question it answers. */
  readonly description: string;
  readonly tags: readonly ('Featured' | 'Deprecated' | 'Legacy')[];
  /** The roles that its controls have, beside filters and order: what a form fills of them ranks it among others. */
  readonly roles: readonly Role[];
  /** Inline SVG that takes its colours from currentColor and CSS variables. */
  readonly thumbnail: string;
};
export type GalleryEntries = Readonly<Record<string, GalleryEntry>>;

/** What reads and checks forms comes with the first chart type, beside it: a page without charts needs none of it. */
export async function erased<Module, C extends Controls, Model>(
  module: Promise<Module>,
  pick: (module: Module) => VizPlugin<C, Model>,
): Promise<AnyViz> {
  const [{ erase }, loaded] = await Promise.all([import('./erase.ts'), module]);
  return erase(pick(loaded));
}
