import { call } from './client.ts';

/** A table of the schema bar on the wire ([3.13-05]). */
export type EditorTableBody = {
  readonly dbId: number;
  readonly queryEditorId: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly name: string;
  readonly expanded: boolean;
} & Readonly<Record<string, unknown>>;

/** Stores a table of a tab. @returns its number on the server */
export async function addEditorTable(table: EditorTableBody): Promise<number> {
  const answer = await call('/tableschemaview/', { method: 'POST', body: { table } });
  return ((await answer.json()) as { readonly id: number }).id;
}

export async function expandEditorTable(id: number, expanded: boolean): Promise<void> {
  await call(`/tableschemaview/${id}/expanded`, { method: 'POST', body: { expanded } });
}

export async function removeEditorTable(id: number): Promise<void> {
  await call(`/tableschemaview/${id}`, { method: 'DELETE' });
}
