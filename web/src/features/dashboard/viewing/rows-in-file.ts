import { t, tMarked } from '@tessera/core/messages';
import { stableJson } from '@tessera/core/stable-json';
import { tableFromRows, type Table } from '@tessera/core/table';
import { asShown, exportRequest, type ChartRequest } from '../../../chart/chart-actions.ts';
import type { ChartInput, Shown } from '../../../chart/use-chart.ts';

/** The rows of one query of a chart, as a file holds them. */
export type RowsInFile = {
  /** What the query is called; null for the only one with rows. */
  readonly name: string | null;
  readonly table: Table;
  /** They are those of the page that was seen: the others were not to be had. */
  readonly isPage: boolean;
};

/** Asks queries of a chart beside those of its picture. @throws what a request throws */
export type AskRows = (asked: ChartRequest) => Promise<readonly Table[]>;

/**
 * The rows of a chart past its pages, as its own download has them: of each query that has rows of its own, without
 * those that hold only totals. What the picture was drawn from is not requested again.
 */
export async function rowsInFile(
  shown: Shown,
  { datasource, dashboardId = null }: Pick<ChartInput, 'datasource' | 'dashboardId'>,
  ask: AskRows,
): Promise<readonly RowsInFile[]> {
  const { viz } = shown.loaded;
  const names = viz.queryNames.length === 0 ? [null] : viz.queryNames.map((name) => tMarked(name));
  const whole = datasource && exportRequest(shown.effective, viz, { datasource, dashboardId });
  const found = names.map(async (name, at): Promise<RowsInFile | null> => {
    const seen = shown.results[at]?.table;
    const query = whole?.queries[at];
    if (seen === undefined) return null;
    if (!whole || !query || stableJson(query) === stableJson(shown.effective.queries[at]))
      return { name, table: seen, isPage: false };
    const asked = asShown({ ...whole, queries: [query] }, shown.results.slice(at, at + 1));
    const [table] = await ask(asked).catch(() => []);
    return { name, table: table ?? seen, isPage: table === undefined };
  });
  return (await Promise.all(found)).filter((one) => one !== null);
}

/** What a file says beside the rows of a single page. */
export function pageNote(): string {
  return t('Only the page that was shown is here: the other rows did not come.');
}

/** The same by chart, as rows of a workbook; null where nothing is missing. */
export function notesTable(
  charts: readonly { readonly title: string; readonly rows: readonly RowsInFile[] }[],
): Table | null {
  const missing = charts.filter(({ rows }) => rows.some(({ isPage }) => isPage));
  if (missing.length === 0) return null;
  const [chart, note] = [t('Chart'), t('Note')];
  return tableFromRows(
    missing.map(({ title }) => ({ [chart]: title, [note]: pageNote() })),
    [chart, note],
    ['string', 'string'],
  );
}
