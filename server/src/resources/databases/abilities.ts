import { openEditorSettings } from './editor-settings.ts';
import { savedSettings } from './settings.ts';

type DatabaseRef = { readonly id: number; readonly engine: string; readonly extra: string };

/** What pages and scripts may do with a database, as every answer that names one tells it. */
export function abilitiesOf({ id, engine, extra }: DatabaseRef) {
  const settings = savedSettings(extra);
  const { estimatesCost, costThreshold, previewsInstantly, previewsData } = openEditorSettings(engine, settings);
  return {
    backend: engine,
    driver: engine,
    allows_subquery: true,
    allows_cost_estimate: estimatesCost,
    allows_virtual_table_explore: settings['allows_virtual_table_explore'] !== false,
    disable_data_preview: !previewsData,
    disable_drill_to_detail: settings['disable_drill_to_detail'] === true,
    allow_multi_catalog: settings['allow_multi_catalog'] === true,
    explore_database_id: id,
    cost_threshold: costThreshold,
    instant_preview: previewsInstantly,
  };
}

/**
 * Settings that every reader of a database gets: values for templates may be secrets, and who vouches for a host is
 * nobody's business.
 */
export function openSettings(extra: string): string {
  const { any_host: _, template_params: __, ...settings } = savedSettings(extra);
  return JSON.stringify({ metadata_params: {}, engine_params: {}, ...settings });
}
