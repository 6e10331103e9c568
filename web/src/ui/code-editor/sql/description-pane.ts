import { tn } from '@tessera/core/messages';
import type { Description } from '@tessera/query/sql-assist/describe';
import classes from './SqlEditor.module.css';

/** An element with a class of the style sheet and a text: what a database says is text and nothing else. */
export function element(tag: string, name: string, text?: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = classes[name] ?? '';
  if (text !== undefined) made.textContent = text;
  return made;
}

/** What is known of a name, as it is shown beside the list and under the pointer. */
export function descriptionPane({ title, tag, text, code, columns, more }: Description): HTMLElement {
  const pane = element('div', 'pane');
  const head = element('div', 'paneHead');
  head.append(element('strong', 'paneTitle', title));
  if (tag !== null) head.append(element('span', 'paneTag', tag));
  pane.append(head);
  if (code !== null) pane.append(element('pre', 'paneCode', code));
  if (text !== null) pane.append(element('p', 'paneText', text));
  if (columns.length > 0) {
    const list = element('table', 'paneColumns');
    for (const column of columns) {
      const row = element('tr', 'paneRow');
      row.append(
        element('td', column.isKey ? 'paneKey' : 'paneName', column.name),
        element('td', 'paneType', column.type?.toLowerCase() ?? ''),
        element('td', 'paneNote', column.comment ?? ''),
      );
      list.append(row);
    }
    pane.append(list);
  }
  if (more > 0) pane.append(element('p', 'paneText', tn('and one more', 'and %(count)s more', more)));
  return pane;
}
