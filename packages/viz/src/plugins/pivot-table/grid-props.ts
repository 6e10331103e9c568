import type { ChartContext } from '../../define.ts';
import type { PivotModel } from './model.ts';

/** What both parts of the grid are drawn from. */
export type GridProps = {
  readonly model: PivotModel;
  readonly context: ChartContext;
  /** Left edges of the columns behind the headers of rows, and the right edge of the last. */
  readonly edges: readonly number[];
  /** px that the headers of rows take. */
  readonly left: number;
  /** Whether the headers of rows stay while values scroll. */
  readonly isPinned: boolean;
  readonly inColumns: { readonly first: number; readonly end: number };
  readonly rowHeight: number;
  readonly isStop: (row: number, column: number) => boolean;
};
