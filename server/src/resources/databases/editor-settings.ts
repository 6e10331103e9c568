/** What the SQL editor may do on a database, of what stands among its other settings. */
type OpenEditorSettings = {
  readonly estimatesCost: boolean;
  /** An estimate above it is asked about before the run: rows read, or the cost where that is all that is known. */
  readonly costThreshold: number | null;
  /** Rows of what is being written are shown while one types. */
  readonly previewsInstantly: boolean;
  /** Rows of a table are shown when it is opened ([4.10-06]). */
  readonly previewsData: boolean;
};

/** Engines that say what a query would read, without running it. */
const estimating: ReadonlySet<string> = new Set(['postgresql', 'mysql', 'clickhouse', 'trino']);

export function canEstimate(engine: string): boolean {
  return estimating.has(engine);
}

export function openEditorSettings(engine: string, settings: Readonly<Record<string, unknown>>): OpenEditorSettings {
  const { cost_threshold: threshold, instant_preview: instant } = settings;
  return {
    estimatesCost: settings['cost_estimate_enabled'] === true,
    costThreshold: typeof threshold === 'number' && threshold > 0 ? threshold : null,
    // The embedded engine answers at once and nobody else waits for it.
    previewsInstantly: typeof instant === 'boolean' ? instant : engine === 'duckdb',
    previewsData: settings['disable_data_preview'] !== true,
  };
}
