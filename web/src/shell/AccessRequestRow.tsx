import { IconCheck, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { msg, t, tMarked } from '@tessera/core/messages';
import { useState } from 'react';
import { Link } from 'react-router';
import { accessRequests, decideAccess, type AccessRequestItem } from '../api/access-requests.ts';
import { nameOf } from '../api/me.ts';
import { Button } from '../ui/buttons/Button.tsx';
import { describeError } from '../ui/feedback/describe-error.ts';
import { Select } from '../ui/fields/Select.tsx';
import { toast } from '../ui/feedback/toast-store.ts';
import classes from './AccessRequests.module.css';

const obstacles: Readonly<Record<NonNullable<AccessRequestItem['obstacle']>, string>> = {
  draft: msg('The dashboard is a draft: publish it first'),
  admin: msg('Only an administrator can open its data to somebody'),
  no_role: msg('This person has no role that the dashboard could be shared with'),
};

/** One request, with what can be done about it. */
export function AccessRequestRow({
  request,
  namesDashboard,
}: {
  readonly request: AccessRequestItem;
  readonly namesDashboard: boolean;
}) {
  const { person, dashboard, created_on_humanized: when, way, roles } = request;
  const [role, setRole] = useState<string | null>(roles[0] === undefined ? null : String(roles[0].id));
  const name = nameOf(person);
  return (
    <li className={classes['row']}>
      <span className={classes['who']}>
        <strong>{name}</strong> ({person.username})
        {namesDashboard && (
          <>
            {' '}
            {t('asks to see')} <Link to={dashboard.url}>{dashboard.title}</Link>
          </>
        )}
        <span className={classes['note']}> · {when}</span>
        <span className={classes['effect']}>{obstacleText(request) ?? effectText(way)}</span>
      </span>
      {way === 'role' && roles.length > 1 && (
        <div className={classes['role']}>
          <Select
            label={t('Role of %(name)s', { name })}
            hideLabel
            value={role}
            onChange={setRole}
            options={roles.map((each) => ({ value: String(each.id), label: each.name }))}
          />
        </div>
      )}
      <Decisions request={request} role={role} namesDashboard={namesDashboard} />
    </li>
  );
}

function obstacleText({ obstacle }: AccessRequestItem): string | null {
  return obstacle === null ? null : tMarked(obstacles[obstacle]);
}

function effectText(way: AccessRequestItem['way']): string {
  return way === 'data'
    ? t('Access opens the datasets of its charts to this person alone.')
    : t('Access adds this role to those that see the dashboard.');
}

type DecisionsProps = {
  readonly request: AccessRequestItem;
  readonly role: string | null;
  readonly namesDashboard: boolean;
};

function Decisions({ request, role, namesDashboard }: DecisionsProps) {
  const { dashboard } = request;
  const name = nameOf(request.person);
  const reason = obstacleText(request);
  const decide = useDecision(request, role);
  return (
    <span className={classes['ways']}>
      <Button
        size="small"
        icon={<IconCheck size={14} stroke={1.5} />}
        loading={decide.isPending && decide.variables === 'given'}
        disabledReason={reason}
        aria-label={
          namesDashboard
            ? t('Give access to %(name)s: %(title)s', { name, title: dashboard.title })
            : t('Give access to %(name)s', { name })
        }
        onClick={() => decide.mutate('given')}
      >
        {t('Give access')}
      </Button>
      <Button
        size="small"
        variant="quiet"
        icon={<IconX size={14} stroke={1.5} />}
        loading={decide.isPending && decide.variables === 'dismissed'}
        aria-label={
          namesDashboard
            ? t('Dismiss the request of %(name)s: %(title)s', { name, title: dashboard.title })
            : t('Dismiss the request of %(name)s', { name })
        }
        onClick={() => decide.mutate('dismissed')}
      >
        {t('Dismiss')}
      </Button>
    </span>
  );
}

function useDecision({ id, person, dashboard, way }: AccessRequestItem, role: string | null) {
  const client = useQueryClient();
  const name = nameOf(person);
  return useMutation({
    mutationFn: (decision: 'given' | 'dismissed') =>
      decideAccess(id, decision, way === 'role' && role !== null && decision === 'given' ? Number(role) : undefined),
    onSuccess: (_, decision) => {
      toast.success(
        decision === 'given'
          ? t('%(name)s sees "%(title)s" now', { name, title: dashboard.title })
          : t('The request of %(name)s was dismissed', { name }),
      );
    },
    onError: (error) => toast.danger(describeError(error).title),
    onSettled: () => client.invalidateQueries({ queryKey: accessRequests.queryKey }),
  });
}
