/** Whether an error is the browser's or the loader's complaint about a file of the page's code, in their several words. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script|Importing a module|Unable to preload CSS/i.test(error.message);
}
