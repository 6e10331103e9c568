import type { EditorKind } from '../../chart-data/dataset-kind.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import type { DatabaseRow } from '../databases/store.ts';

/** A query of the editor that charts can be made of. */
export type EditorSource = {
  readonly kind: EditorKind;
  readonly id: number;
  readonly dataset: ResolvedDataset;
  readonly database: DatabaseRow;
  readonly name: string;
  /** The statement with the rows, as it was written. */
  readonly sql: string;
  readonly templateParams: string | null;
  readonly catalog: string | null;
  readonly schema: string | null;
};
