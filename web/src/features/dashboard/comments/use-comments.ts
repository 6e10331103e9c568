import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { commentsOn, type Comment } from '../../../api/comments.ts';
import { me } from '../../../api/me.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { useDashboard } from '../DashboardProvider.tsx';
import { isComplete, useStatuses } from '../view/chart-board.tsx';

/** The comments of the dashboard that is open; null for who has no account, and where they are turned off. */
export function useComments(): readonly Comment[] | null {
  const id = useDashboard((state) => state.id);
  const isOpen = useDashboard((state) => state.commenting !== null);
  const user = useQuery(me).data;
  const hasAccount = user !== undefined && !user.is_anonymous;
  // Charts come first.
  const isCalm = useStatuses(isComplete);
  return useQuery({ ...commentsOn(id ?? 0), enabled: id !== null && hasAccount && (isCalm || isOpen) }).data ?? null;
}

/** Writes something about a comment; the list is read again. */
export function useCommentWrite<Input>(write: (dashboardId: number, input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  const id = useDashboard((state) => state.id) ?? 0;
  return useMutation({
    mutationFn: (input: Input) => write(id, input),
    onSuccess: () => client.invalidateQueries({ queryKey: commentsOn(id).queryKey, exact: true }),
    onError: (error) => toast.danger(describeError(error).title),
  });
}
