import { assertDrawable, columnsIn, labelIn, metricsIn, nameOf, numberOf, type LegacyPayload } from '../legacy.ts';

/** A square matrix from every node to every node. */
export const chord: LegacyPayload = {
  query: (form, base) => {
    const metrics = metricsIn(form, 'metric');
    return {
      ...base,
      columns: columnsIn(form, 'groupby', 'columns'),
      metrics,
      orderby: form['sort_by_metric'] === true ? metrics.map((metric) => [metric, false]) : [],
    };
  },
  data: (rows, form) => {
    const [source, target, metric] = [labelIn(form, 'groupby'), labelIn(form, 'columns'), labelIn(form, 'metric')];
    const nodes = [...new Set([source, target].flatMap((name) => rows.map((row) => nameOf(row[name]))))];
    assertDrawable(nodes.length, nodes.length);
    const values = new Map(
      rows.map((row) => [JSON.stringify([nameOf(row[source]), nameOf(row[target])]), numberOf(row[metric])]),
    );
    return { nodes, matrix: nodes.map((from) => nodes.map((to) => values.get(JSON.stringify([from, to])) ?? 0)) };
  },
};
