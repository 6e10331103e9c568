import { AppError } from '@tessera/core/errors/app-error';
import type { PostStep } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import { type Frame, frameOf, type LabelMap, tableOfFrame } from './frame.ts';
import { isOperation, OPERATIONS, operations } from './operations.ts';

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
  return steps.reduce<Frame>((done, step) => (step !== null && isOperation(step.operation) ? operations[step.operation](done, step.options ?? {}) : done), frame);
}

function checkOperation(name: string): void {
  if (!isOperation(name)) throw new AppError('incorrect_request', { reason: `post_processing: operation: Must be one of: ${OPERATIONS.join(', ')}.` });
}
