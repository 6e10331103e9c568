/** The place in its series of what a drawing library reports about a mark; -1 where it reports none. */
export function dataIndexOf(params: unknown): number {
  return typeof params === 'object' && params !== null && 'dataIndex' in params && typeof params.dataIndex === 'number'
    ? params.dataIndex
    : -1;
}
