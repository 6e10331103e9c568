import type { Capabilities } from './capabilities.ts';

/** What the gallery and the lists need of a chart type without loading it. */
export type VizEntry<Plugin = unknown> = {
  readonly name: string;
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
  readonly capabilities: Capabilities;
  /** Inline SVG that takes its colours from currentColor and CSS variables. */
  readonly thumbnail: string;
  /** Folder of its code, beside that of the other plugins: a page that shows it may fetch it ahead. */
  readonly folder: string;
  readonly load: () => Promise<Plugin>;
};
