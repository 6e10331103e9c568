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
