import { IconUserQuestion } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { askForAccess } from '../api/access-requests.ts';
import { holds, me } from '../api/me.ts';
import { Button } from '../ui/buttons/Button.tsx';
import { describeError } from '../ui/feedback/describe-error.ts';

/**
 * Asks the owners of a dashboard that this user cannot see, if there is one. What it says afterwards does not tell
 * whether there is.
 */
export function AskForAccess({ dashboardKey }: { readonly dashboardKey: string }) {
  const user = useQuery(me).data;
  const ask = useMutation({ mutationFn: () => askForAccess(dashboardKey) });
  if (user === undefined || !holds(user, 'can_read', 'Dashboard')) return null;
  if (ask.isSuccess) {
    // The button is gone; the keyboard goes on here.
    return (
      <p role="status" tabIndex={-1} ref={focusOnce} style={{ flexBasis: '100%', margin: 0 }}>
        {t('Your request was recorded. If there is such a dashboard, its owners see it when they are here.')}
      </p>
    );
  }
  return (
    <>
      <Button
        variant="primary"
        icon={<IconUserQuestion size={16} stroke={1.5} />}
        loading={ask.isPending}
        onClick={() => ask.mutate()}
      >
        {t('Ask for access')}
      </Button>
      {ask.isError && (
        <p role="alert" style={{ flexBasis: '100%', margin: 0 }}>
          {describeError(ask.error).title}
        </p>
      )}
    </>
  );
}

function focusOnce(text: HTMLElement | null): void {
  text?.focus();
}
