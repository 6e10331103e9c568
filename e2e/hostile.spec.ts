import { expect, type Page } from '@playwright/test';
import { watchBreaches } from './support/hostile-page.ts';
import { test } from './support/journey.ts';
import { datasetId, make, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

// Attack case 50: hostile text in every place that a user can write to, shown in every place that shows it.

const script = 'window.ran=(window.ran??0)+1';
const hostile =
  `<img src=x onerror="${script}">"'><script>${script}</script><svg onload=${script}>{{constructor.constructor('` +
  `${script}')()}}`;
const markdown =
  `# ${hostile}\n[a](javascript:${script}) [b](data:text/html,<script>${script}</script>) <iframe ` +
  `srcdoc="<script>parent.${script}</script>"></iframe> <style>@import url(http://evil.example)</style> <base ` +
  'href=http://evil.example> <meta http-equiv=refresh content="0;url=http://evil.example"> <form ' +
  `action=http://evil.example></form> <details ontoggle=${script} open>`;

async function makeContent(page: Page): Promise<{
  readonly dataset: number;
  readonly charts: readonly number[];
  readonly dashboard: number;
  readonly role: number;
}> {
  const dataset = await datasetId(page, 'penguins');
  const column = {
    expressionType: 'SQL',
    sqlExpression: `'<img src=x onerror=${script}><a href=javascript:${script}>x</a>'`,
    label: hostile,
  };
  const charts: number[] = [];
  for (const [viz_type, form] of Object.entries({
    table: { query_mode: 'aggregate', groupby: [column], metrics: ['count'] },
    pie: { groupby: [column], metric: 'count' },
    echarts_timeseries_bar: { x_axis: column, metrics: ['count'], groupby: [] },
    big_number_total: { metric: 'count', subheader: hostile },
  }))
    charts.push(
      await make(page, 'chart', {
        slice_name: `${viz_type} ${hostile}`,
        description: hostile,
        datasource_id: dataset,
        datasource_type: 'table',
        viz_type,
        params: JSON.stringify({ viz_type, datasource: `${dataset}__table`, ...form }),
      }),
    );
  const cards = Object.fromEntries(
    charts.map((chartId) => [
      `C${chartId}`,
      { id: `C${chartId}`, type: 'CHART', children: [], meta: { width: 3, height: 40, chartId } },
    ]),
  );
  const layout = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['R', 'S', 'H'], parents: ['ROOT_ID'] },
    R: { id: 'R', type: 'ROW', children: Object.keys(cards), meta: {} },
    S: { id: 'S', type: 'ROW', children: ['M'], meta: {} },
    M: { id: 'M', type: 'MARKDOWN', children: [], meta: { width: 6, height: 40, code: markdown } },
    H: { id: 'H', type: 'HEADER', children: [], meta: { text: hostile } },
    ...cards,
  };
  const dashboard = await make(page, 'dashboard', {
    dashboard_title: hostile,
    published: true,
    certified_by: hostile,
    css: `</style><script>${script}</script>`,
    position_json: JSON.stringify(layout),
  });
  const role = await make(page, 'security/roles', { name: hostile.slice(0, 60) });
  return { dataset, charts, dashboard, role };
}

test('[attack 50] hostile names, values and texts are text on every page', async ({ page }) => {
  test.setTimeout(180_000);
  await openSession(page);
  await page.goto('/');
  const { dataset, charts, dashboard, role } = await makeContent(page);
  const breaches = watchBreaches(page);

  const paths = [
    '/',
    '/dashboard/list/',
    '/chart/list/',
    '/roles/',
    `/tessera/dashboard/${dashboard}/`,
    `/tessera/dashboard/${dashboard}/?edit=true`,
    ...charts.map((id) => `/explore/?slice_id=${id}`),
    `/explore/?datasource_type=table&datasource_id=${dataset}&viz_type=${encodeURIComponent(hostile)}`,
    `/tessera/dashboard/${encodeURIComponent(hostile)}/`,
    `/chart/list/?q=${encodeURIComponent(hostile)}`,
  ];
  for (const path of paths) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    // Tooltips are sinks of their own.
    for (const canvas of await page.locator('canvas').all())
      await canvas.hover({ timeout: 2000 }).catch(() => undefined);
    const found = await page.evaluate(() => ({
      ran: (window as unknown as { readonly ran?: number }).ran ?? 0,
      markup: [
        ...document.querySelectorAll(
          'iframe, base, form[action^="http"], meta[http-equiv="refresh"], [href^="javascript:"], ' +
            '[href^="data:"], [onerror], [onload], [ontoggle], img[src="x"]',
        ),
      ].map((element) => element.outerHTML),
    }));
    expect([path, found]).toEqual([path, { ran: 0, markup: [] }]);
  }
  expect(breaches).toEqual({ elsewhere: [], violations: [] });

  for (const path of [`dashboard/${dashboard}`, ...charts.map((id) => `chart/${id}`), `security/roles/${role}`])
    await write(page, 'DELETE', `/api/v1/${path}`);
});
