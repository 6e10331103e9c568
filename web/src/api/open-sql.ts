import { hrefOf } from '@tessera/core/pages';
import type { RequestedQuery } from '@tessera/server/contract';

/** What the SQL editor is asked to open: a dataset or a database, and the SQL to begin with ([2.1-01]). */
export type RequestedSql = RequestedQuery & {
  /** It runs at once: the user pressed something that says so. */
  readonly autorun?: boolean;
};

/** The state of a navigation to the editor. */
export type SqlNavigation = { readonly requestedQuery: RequestedSql };

/** Where the editor is, and what it opens there: for `navigate` and `Link`. */
export function sqlEditorTarget(requestedQuery: RequestedSql): {
  readonly to: string;
  readonly state: SqlNavigation;
} {
  return { to: hrefOf('sqlLab'), state: { requestedQuery } };
}

/** The same in a new tab of the browser, by a posted form ([7.6-01]): texts may be longer than addresses. */
export function postToSqlEditor({ autorun: _, ...requested }: RequestedSql): void {
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = hrefOf('sqlLab');
  form.target = '_blank';
  form.rel = 'noopener';
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'form_data';
  field.value = JSON.stringify(requested);
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
