import type { Comment } from '../../../api/comments.ts';

/** A comment with the answers to it. */
export type Thread = { readonly first: Comment; readonly answers: readonly Comment[] };

/** Whether a thread holds a comment, as its first or an answer. */
export function holdsComment({ first, answers }: Thread, id: number | null): boolean {
  return first.id === id || answers.some((answer) => answer.id === id);
}

/**
 * The threads of a dashboard, or of one chart on it; the newest first.
 *
 * @param namedId  the comment that a link leads to: its thread is there although it is resolved
 */
export function threadsOf(
  comments: readonly Comment[],
  chartId: number | null,
  withResolved: boolean,
  namedId: number | null = null,
): readonly Thread[] {
  return comments
    .filter(({ parent_id: parent, chart_id: chart }) => parent === null && (chartId === null || chart === chartId))
    .map((first) => ({ first, answers: comments.filter((comment) => comment.parent_id === first.id) }))
    .filter(
      (thread) =>
        withResolved || thread.first.resolved_on === null || (namedId !== null && holdsComment(thread, namedId)),
    )
    .toReversed();
}

/** How many threads of a chart, or of the dashboard with all that is on it, are open. */
export function openCount(comments: readonly Comment[], chartId: number | null): number {
  return threadsOf(comments, chartId, false).length;
}
