import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconLayoutDashboard, IconUsers } from '@tabler/icons-react';
import { listText, t, tn } from '@tessera/core/messages';
import type { ChartAudienceBody, ChartSeenBody } from '@tessera/server/contract';
import { useState } from 'react';
import { chartAudience, chartSeenBy, openDashboardTo } from '../../api/chart-audience.ts';
import { relatedTo } from '../../api/list.ts';
import { isAdmin, me, nameOf } from '../../api/me.ts';
import { addressAs } from '../../api/viewed-as.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import classes from './ShareDialog.module.css';

type Person = { readonly id: number; readonly name: string };

/** To whom a chart is open, what somebody sees of it, and what would open it to them; for who may change the chart. */
export function ChartAudience({ chartId }: { readonly chartId: number }) {
  const [search, setSearch] = useState('');
  const [person, setPerson] = useState<Person | null>(null);
  const found = useQuery(relatedTo('chart', 'owners', search));
  const options = new Map([
    ...(person === null ? [] : [[String(person.id), person.name] as const]),
    ...(found.data?.result ?? []).map(({ value, text }) => [String(value), text] as const),
  ]);
  return (
    <section className={classes['audience']} aria-label={t('People')}>
      <Openness chartId={chartId} />
      <Select
        label={t('What does somebody see?')}
        clearable
        value={person === null ? null : String(person.id)}
        placeholder={t('Search people')}
        options={[...options].map(([value, label]) => ({ value, label }))}
        onSearch={setSearch}
        loading={found.isFetching}
        onChange={(id) => setPerson(id === null ? null : { id: Number(id), name: options.get(id) ?? id })}
      />
      {person !== null && <SeenBy key={person.id} chartId={chartId} person={person} />}
    </section>
  );
}

/** To whom it is open: by its data, and by which dashboards. */
function Openness({ chartId }: { readonly chartId: number }) {
  const open = useQuery(chartAudience(chartId));
  if (open.isPending) return <Skeleton height={20} />;
  if (open.isError) return <ErrorCard small error={open.error} onRetry={() => void open.refetch()} />;
  const { dashboards, others } = open.data;
  return (
    <div className={classes['open']}>
      <p>
        <IconUsers size={16} stroke={1.5} aria-hidden />
        {byDataWords(open.data)}
      </p>
      {dashboards.map((dashboard) => (
        <p key={dashboard.id}>
          <IconLayoutDashboard size={16} stroke={1.5} aria-hidden />
          <span>{byDashboardWords(dashboard).join(' ')}</span>
        </p>
      ))}
      {others > 0 && (
        <p>
          <IconLayoutDashboard size={16} stroke={1.5} aria-hidden />
          {tn(
            'One more dashboard opens it that you do not see.',
            '%(count)s more dashboards open it that you do not see.',
            others,
          )}
        </p>
      )}
    </div>
  );
}

function byDataWords({ dataset, owners }: ChartAudienceBody): string {
  const people = listText(owners.map(nameOf));
  if (dataset === null)
    return people === ''
      ? t('Its dataset is gone: only administrators see it.')
      : t('Its dataset is gone: only %s and administrators see it.', people);
  return people === ''
    ? t('Everybody who may read the dataset "%s" sees it.', dataset.table_name)
    : t('%(people)s and everybody who may read the dataset "%(dataset)s" see it.', {
        people,
        dataset: dataset.table_name,
      });
}

function byDashboardWords({ dashboard_title: name, roles, embedded }: ChartAudienceBody['dashboards'][number]) {
  const by = { name, roles: listText(roles.map((role) => role.name)) };
  return [
    ...(roles.length > 0 ? [t('With the role %(roles)s it is seen through the dashboard "%(name)s".', by)] : []),
    ...(embedded ? [t('Sites that embed the dashboard "%s" show it to their guests.', name)] : []),
  ];
}

function SeenBy({ chartId, person }: { readonly chartId: number; readonly person: Person }) {
  const client = useQueryClient();
  const seen = useQuery(chartSeenBy(chartId, person.id));
  const user = useQuery(me).data;
  const open = useMutation({
    mutationFn: ({ dashboardId, roleId }: { readonly dashboardId: number; readonly roleId: number }) =>
      openDashboardTo(dashboardId, roleId),
    onSettled: () => client.invalidateQueries({ queryKey: ['chart', 'audience', chartId] }),
  });
  if (seen.isPending) return <Skeleton height={48} />;
  if (seen.isError) return <ErrorCard small error={seen.error} onRetry={() => void seen.refetch()} />;
  const { sees, dashboards } = seen.data;
  return (
    <div className={classes['seen']}>
      <p role="status">
        <strong>{seenWords(person.name, seen.data)}</strong>
      </p>
      {user !== undefined && isAdmin(user) && user.id !== person.id && (
        <p>
          <a href={addressAs(person.id)} target="_blank" rel="noreferrer">
            {t('View as %s', person.name)}
          </a>
        </p>
      )}
      {!sees &&
        dashboards.map(({ id, dashboard_title: title, roles }) => (
          <div key={id} className={classes['grants']}>
            <span>{t('Open it with all of "%s" to everybody with the role', title)}</span>
            {roles.map((role) => (
              <Button
                key={role.id}
                size="small"
                loading={open.isPending}
                onClick={() => open.mutate({ dashboardId: id, roleId: role.id })}
              >
                {role.name}
              </Button>
            ))}
          </div>
        ))}
      {open.isError && <ErrorCard small error={open.error} />}
    </div>
  );
}

function seenWords(name: string, { sees, edits, way }: ChartSeenBody): string {
  if (!sees) return t('%s does not see this chart.', name);
  if (way === 'admin') return t('%s sees this chart as an administrator.', name);
  if (edits) return t('%s may change this chart.', name);
  if (way === 'dashboard') return t('%s sees this chart through a dashboard.', name);
  return way === 'owner'
    ? t('This chart belongs to %s.', name)
    : t('%s sees this chart, because they may read its data.', name);
}
