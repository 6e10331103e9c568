import type { RelatedObjects } from './databases/store.ts';
import { withoutNamesOfRows } from './stored-names.ts';
import { parseJsonText } from './json-text.ts';

/** Charts and dashboards that would change with an object. */
export function relatedBody({ charts, dashboards }: Pick<RelatedObjects, 'charts' | 'dashboards'>) {
  return {
    charts: { count: charts.length, result: [...charts] },
    dashboards: {
      count: dashboards.length,
      result: dashboards.map(({ json_metadata, ...dashboard }) => ({
        ...dashboard,
        json_metadata: parsed(withoutNamesOfRows(json_metadata)),
      })),
    },
  };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : parseJsonText(text);
  } catch {
    return null;
  }
}
