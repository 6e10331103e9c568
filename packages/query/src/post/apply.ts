import { AppError } from '@tessera/core/errors/app-error';
import type { PostStep } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import { message } from '@tessera/core/messages';
import { failPost, fits, type Frame, frameOf, type LabelMap, tableOfFrame } from './frame.ts';
import { isOperation, type OperationName, OPERATIONS, operations } from './operations.ts';
import { namesIn, type Options } from './options.ts';

export type PostProcessed = {
  readonly table: Table;
  /** Result column → its parts, for columns that a pivot made: [metric, dimension value …]. */
  readonly labelMap: LabelMap;
};

/**
 * Run post-processing steps over a result, in order. Steps that are null are skipped. The table that comes in is not
 * changed; columns that no step touches are shared with it.
 * @throws AppError incorrect_request for an unknown operation, post_processing for what a step cannot do
 */
export function applyPostProcessing(table: Table, steps: readonly (PostStep | null)[]): PostProcessed {
  return tableOfFrame(applySteps(frameOf(table), steps));
}

/** The same on frames, for tests that look at indexes and levels of names. */
export function applySteps(frame: Frame, steps: readonly (PostStep | null)[]): Frame {
  for (const step of steps) if (step !== null) checkOperation(step.operation);
  return steps.reduce<Frame>(
    (done, step) =>
      step !== null && isOperation(step.operation) ? applyStep(done, step.operation, step.options ?? {}) : done,
    frame,
  );
}

function applyStep(frame: Frame, operation: OperationName, options: Options): Frame {
  const bounded = (rows: number, columns: number): void => {
    if (!fits(frame, rows, columns)) failPost(`The step ${operation} would make ${rows} rows and ${columns} columns.`);
  };
  bounded(frame.rowCount, namesIn(options));
  const done = operations[operation](frame, options);
  bounded(done.rowCount, done.columns.length);
  return done;
}

function checkOperation(name: string): void {
  if (!isOperation(name))
    throw new AppError('incorrect_request', {
      reason: message('post_processing: operation: Must be one of: %(operations)s.', {
        operations: OPERATIONS.join(', '),
      }),
    });
}
