import type { RawForm } from '@tessera/core/form-data';
import type { AnyViz } from '@tessera/viz/erase';
import { limits } from '../../api/limits.ts';
import { panelContext, type DatasetFields } from '../../controls/fields.ts';
import { readDraft, type StoredDraft } from './draft-store.ts';
import type { ExploreAddress } from './explore-address.ts';
import type { ExploreStart } from './explore-api.ts';
import type { Draft, LastingDraft, SavedChart } from '../../chart-editor/draft.ts';
import type { Opened } from '../../chart-editor/editor-store.ts';
import { firstForm, firstVizType } from '../../chart-editor/first-form.ts';

/** Loads the definition of a chart type. */
type Load = (type: string) => Promise<AnyViz>;

/** The store's state that an answer of the server begins with; null without a dataset. */
export async function openExplore(
  start: ExploreStart,
  address: ExploreAddress,
  search: string,
  load: Load,
  lasting: LastingDraft | null = null,
): Promise<Opened | null> {
  const { dataset, chart } = start;
  if (!dataset) return null;
  const vizType = textOf(start.form['viz_type']) ?? address.vizType ?? firstVizType(dataset);
  const { form, runs } = await formOf(start, dataset, address, vizType, load);
  const base = { name: chart?.name ?? '', vizType, form };
  // An address with settings of its own, or edits of this very tab, is what was meant.
  const isPlain = [address.formDataKey, address.formData, address.permalinkKey, address.vizType].every(
    (one) => one === null,
  );
  const waits = isPlain && lasting?.draft.form['datasource'] === form['datasource'] ? lasting : null;
  // Whoever looks at a chart alone sees what it is, and could neither tell nor give up edits that are theirs.
  const kept = address.standalone ? null : keptDraft(search, form);
  const restored = address.standalone || kept ? null : waits;
  const draft = kept?.draft ?? restored?.draft ?? base;
  // What a user has not chosen yet is no mistake; what came with the address and is wrong is one.
  return {
    address: search,
    dataset,
    chart: changedChart(chart, (kept ?? restored)?.version),
    draft,
    base,
    saved: savedDraft(start, vizType),
    restored,
    // What was left under this address is shown as it was left; what comes from an earlier visit, as it is.
    runForm:
      restored || kept?.wasRun ? await runnable(draft, dataset, load) : runs && draft.vizType === vizType ? form : null,
    refused: !runs && address.formData !== null,
  };
}

/** The form to begin with, and whether it can be asked. A new chart begins with what its dataset suggests. */
async function formOf(
  { form: given, chart }: ExploreStart,
  dataset: DatasetFields,
  { formDataKey, formData, permalinkKey }: ExploreAddress,
  vizType: string,
  load: Load,
): Promise<{ readonly form: RawForm; readonly runs: boolean }> {
  const form = { ...given, viz_type: vizType };
  // A key leads to settings that somebody made.
  const isMade = 'viz_type' in given && (formDataKey !== null || permalinkKey !== null);
  const isNew = chart === null && !isMade;
  const viz = isNew ? await load(vizType).catch(() => null) : null;
  if (!viz) return { form, runs: true };
  const first = firstForm(viz, dataset, formData ?? {});
  return { form: first, runs: isComplete(viz, first, dataset) };
}

/** The form of a draft where it can be asked; null where somebody left it half-written. */
async function runnable({ vizType, form }: Draft, dataset: DatasetFields, load: Load): Promise<RawForm | null> {
  const viz = await load(vizType).catch(() => null);
  return viz && isComplete(viz, form, dataset) ? form : null;
}

function isComplete(viz: AnyViz, form: RawForm, dataset: DatasetFields): boolean {
  return Object.keys(viz.validate(form, panelContext(dataset), { maxRowLimit: limits.maxRows })).length === 0;
}

/** Edits that were left under this address, unless they are of another dataset. */
function keptDraft(search: string, form: RawForm): StoredDraft | null {
  const kept = readDraft(search);
  return kept && kept.draft.form['datasource'] === form['datasource'] ? kept : null;
}

/** The chart at the version that edits were made of: a save over a later one asks first. */
function changedChart(chart: SavedChart | null, version: number | string | null | undefined): SavedChart | null {
  return chart && typeof version === 'number' ? { ...chart, version } : chart;
}

function savedDraft({ chart, savedForm }: ExploreStart, vizType: string): Draft | null {
  if (!chart || !savedForm) return null;
  const saved = savedForm['viz_type'];
  return { name: chart.name, vizType: typeof saved === 'string' ? saved : vizType, form: savedForm };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
