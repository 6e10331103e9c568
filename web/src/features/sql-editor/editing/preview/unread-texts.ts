/** Texts of tabs as they came by an address, a link or another page. */
const came = new Map<string, string>();

export function markUnread(tabId: string, sql: string): void {
  came.set(tabId, sql);
}

/** Whether nobody has written in the text of a tab: whoever follows a link has not asked for its SQL to run. */
export function isUnread(tabId: string, sql: string): boolean {
  return came.get(tabId) === sql;
}
