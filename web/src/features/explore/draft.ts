import type { RawForm } from '@tessera/core/form-data';

/** One state of the panel: what undo steps over and what a saved chart is compared with. */
export type Draft = { readonly name: string; readonly vizType: string; readonly form: RawForm };
