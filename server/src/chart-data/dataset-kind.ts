/**
 * How clients name a dataset: a table and a view are datasets like any other. Those of the SQL editor (`query`,
 * `saved_query`) are none.
 */
export const datasetKinds = ['table', 'dataset', 'view'] as const;

/** Whether a name means a dataset, in letters of any case. */
export function isDatasetKind(name: string): boolean {
  const kind = name.toLowerCase();
  return datasetKinds.some((one) => one === kind);
}

/** What of the SQL editor charts can be made of without a dataset ([3.1-02]). */
export const editorKinds = ['query', 'saved_query'] as const;
export type EditorKind = (typeof editorKinds)[number];

/** The kind that a name means, in letters of any case; `null` for one that is none of the SQL editor's. */
export function editorKindOf(name: string): EditorKind | null {
  const kind = name.toLowerCase();
  return editorKinds.find((one) => one === kind) ?? null;
}

/** A datasource as clients name it, `{ id: 5, type: 'query' }` or `{ id: '5__query' }` ([3.1-02]). */
export type DatasourceName = { readonly id: number | string; readonly type?: string | undefined };

/** Its id, `null` for what names nothing, and its type as it was written; `table` where there is none. */
export function readDatasource({ id, type }: DatasourceName): { readonly id: number | null; readonly kind: string } {
  const [idText = '', typeInId] = String(id).split('__');
  return { id: /^[1-9]\d{0,9}$/.test(idText) ? Number(idText) : null, kind: type ?? typeInId ?? 'table' };
}
