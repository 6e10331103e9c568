/** Numbers of the editor's layout and timing ([9.0-37], [9.0-30]). */
export const editorNumbers = {
  /** Height of the toolbar, in px. */
  toolbarPx: 51,
  /** Around the text and the toolbar, in px. */
  paddingPx: 10,
  /** Parts of the height that a new tab gives to the text and to what is below it. */
  northPercent: 30,
  southPercent: 70,
  /** Widest schema bar that a new user begins with, in px. */
  leftBarPx: 400,
  /** The pause in typing after which what was written is put together in the browser. */
  typingPauseMs: 2000,
  /** The pause in typing after which the text is checked. */
  checkPauseMs: 600,
  /** The pause after which a changed tab is pushed to the server, and the interval of tabs that it lacks. */
  syncMs: 5000,
  /** A warning that storage is full is not repeated within it. */
  storageWarningMs: 8000,
} as const;
