/** Id of the panel that the tabs show. */
export const PANEL_ID = 'sql-editor-panel';
