import { createAsyncQueries } from './async-queries.ts';
import { createChartData } from './chart-data.ts';
import { createAdministration, createContent } from './content.ts';
import { createExtracts, createExtractSettings } from './extracts.ts';
import { createFirstPaint } from './first-paint.ts';
import { createPictures } from './pictures.ts';
import { EXTRACT } from '../resources/extracts/make.ts';
import { createPictureHandler, DASHBOARD_PICTURE } from '../resources/pictures/picture-jobs.ts';
import { createGround, type GroundNeeds } from './ground.ts';
import { createPrincipals } from './principals.ts';
import { createRules } from './rules.ts';
import { createSources } from './sources.ts';
import { createSqlEditor } from './sql-editor.ts';
import { createSqlStores } from './sql-stores.ts';
import { createUploads } from './uploads.ts';
import { SQL_RUN } from '../resources/queries/sql-run-job.ts';

export type Parts = Awaited<ReturnType<typeof createParts>>;

/** Every part of the server; each is given those above it. */
export async function createParts(needs: GroundNeeds) {
  const ground = await createGround(needs);
  const sources = createSources(ground);
  const principals = createPrincipals(ground, sources);
  const rules = createRules(ground, sources);
  const uploads = createUploads(ground, sources, rules);
  const sqlEditor = createSqlEditor(ground, sources, rules, {
    jobs: () => asyncQueries.jobs,
    log: (entry) => chartData.queryLog.record(entry),
    user: principals.user,
  });
  const sqlStores = createSqlStores(ground, sources, rules, sqlEditor);
  const content = createContent(ground, principals, sources, sqlStores);
  const chartData = createChartData({
    ground,
    sources,
    rules,
    charts: content.charts,
    editorSource: sqlStores.editorSources.dataset,
  });
  const firstPaint = createFirstPaint(ground, content, chartData);
  const asyncQueries = createAsyncQueries(ground, principals, chartData, {
    [SQL_RUN]: sqlEditor.job,
    [DASHBOARD_PICTURE]: createPictureHandler({
      ask: (...asked) => pictures.service.ask(...asked),
      user: principals.user,
    }),
    [EXTRACT]: createExtracts(ground, sources, rules),
  });
  const extracts = createExtractSettings(ground, sources, asyncQueries);
  const pictures = createPictures(ground, content, chartData, asyncQueries);
  const administration = createAdministration(ground, principals);
  return {
    ground,
    principals,
    sources,
    rules,
    uploads,
    sqlEditor,
    content,
    chartData,
    firstPaint,
    pictures,
    asyncQueries,
    administration,
    sqlStores,
    extracts,
  };
}
