import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconCheck, IconEyeOff, IconFolder, IconLink, IconLock } from '@tabler/icons-react';
import { listText, t, tn } from '@tessera/core/messages';
import type { AudienceBody, SeenByBody } from '@tessera/server/contract';
import { useState } from 'react';
import { dashboardAudience, dashboardSeenBy, saveDashboard, type DashboardItem } from '../../../api/dashboards.ts';
import { relatedTo } from '../../../api/list.ts';
import { isAdmin, me, nameOf } from '../../../api/me.ts';
import { addressAs } from '../../../api/viewed-as.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { MultiSelect } from '../../../ui/fields/MultiSelect.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { rereadDashboard } from '../reread-dashboard.ts';
import classes from './Share.module.css';

type ShareDialogProps = {
  readonly item: DashboardItem;
  readonly onCopyLink: () => void;
  readonly onClose: () => void;
};

/** Who sees a dashboard, and what of it: by link, by role, user by user. */
export function ShareDialog({ item, onCopyLink, onClose }: ShareDialogProps) {
  const audience = useQuery(dashboardAudience(item.id));
  const [user, setUser] = useState<{ readonly id: number; readonly name: string } | null>(null);
  const { grant, isBusy } = useGrant(item.id);
  const open = audience.data;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Share "%s"', item.dashboard_title)}
      width={560}
      closable={!isBusy}
      footer={
        <>
          <Button icon={<IconLink size={16} stroke={1.5} />} onClick={onCopyLink}>
            {t('Copy link')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      }
    >
      {audience.isPending && <Skeleton height={120} />}
      {audience.isError && <ErrorCard small error={audience.error} onRetry={() => void audience.refetch()} />}
      {open && (
        <>
          <Openness audience={open} />
          <ByFolder folders={open.folders} />
          {open.by_roles && <Roles audience={open} isBusy={isBusy} onChange={grant} />}
          <People chosen={user} onChoose={setUser} />
          {user !== null && (
            <SeenBy key={user.id} dashboardId={item.id} user={user} audience={open} isBusy={isBusy} onGrant={grant} />
          )}
        </>
      )}
    </Dialog>
  );
}

/** Who it is open to, in a sentence. */
function Openness({ audience }: { readonly audience: AudienceBody }) {
  const owners = listText(audience.owners.map(nameOf));
  if (!audience.published)
    return (
      <p className={classes['open']}>
        <IconLock size={16} stroke={1.5} aria-hidden />
        {owners === ''
          ? t('It is a draft: only administrators see it until it is published.')
          : t('It is a draft: only %s and administrators see it until it is published.', owners)}
      </p>
    );
  const roles = listText(audience.roles.map(({ name }) => name));
  return (
    <p className={classes['open']}>
      <IconCheck size={16} stroke={1.5} aria-hidden />
      {audience.by_roles && roles !== ''
        ? t('It is published: everybody with the role %s sees all of it.', roles)
        : t('It is published: everybody sees the charts whose data they may read.')}
    </p>
  );
}

/** Who comes by the folders around it. */
function ByFolder({ folders }: Pick<AudienceBody, 'folders'>) {
  if (folders.length === 0) return null;
  return (
    <section className={classes['folders']} aria-label={t('By its folder')}>
      {folders.map(({ id, name, owners, roles }) => (
        <p key={id} className={classes['open']}>
          <IconFolder size={16} stroke={1.5} aria-hidden />
          <span>
            {owners.length > 0 &&
              t('By the folder "%(name)s" it is edited by %(people)s.', {
                name,
                people: listText(owners.map(nameOf)),
              })}{' '}
            {roles.length > 0 &&
              t('By the folder "%(name)s" it is seen with the role %(roles)s once it is published.', {
                name,
                roles: listText(roles.map((role) => role.name)),
              })}
          </span>
        </p>
      ))}
    </section>
  );
}

type RolesProps = {
  readonly audience: AudienceBody;
  readonly isBusy: boolean;
  readonly onChange: (roles: readonly number[]) => void;
};

function Roles({ audience, isBusy, onChange }: RolesProps) {
  const [search, setSearch] = useState('');
  const ids = audience.roles.map(({ id }) => id);
  const found = useQuery(relatedTo('dashboard', 'roles', search, ids));
  const options = new Map([
    ...audience.roles.map(({ id, name }) => [String(id), name] as const),
    ...(found.data?.result ?? []).map(({ value, text }) => [String(value), text] as const),
  ]);
  return (
    <MultiSelect
      label={t('Roles that see it')}
      description={t('With a role its data is open through this dashboard, and nowhere else.')}
      values={ids.map(String)}
      options={[...options].map(([value, label]) => ({ value, label }))}
      onSearch={setSearch}
      loading={found.isFetching}
      disabled={isBusy}
      onChange={(values) => onChange(values.map(Number))}
    />
  );
}

type PeopleProps = {
  readonly chosen: { readonly id: number; readonly name: string } | null;
  readonly onChoose: (user: { readonly id: number; readonly name: string } | null) => void;
};

function People({ chosen, onChoose }: PeopleProps) {
  const [search, setSearch] = useState('');
  const found = useQuery(relatedTo('dashboard', 'owners', search));
  const options = new Map([
    ...(chosen === null ? [] : [[String(chosen.id), chosen.name] as const]),
    ...(found.data?.result ?? []).map(({ value, text }) => [String(value), text] as const),
  ]);
  return (
    <Select
      label={t('What does somebody see?')}
      clearable
      value={chosen === null ? null : String(chosen.id)}
      placeholder={t('Search people')}
      options={[...options].map(([value, label]) => ({ value, label }))}
      onSearch={setSearch}
      loading={found.isFetching}
      onChange={(id) => onChoose(id === null ? null : { id: Number(id), name: options.get(id) ?? id })}
    />
  );
}

type SeenByProps = {
  readonly dashboardId: number;
  readonly user: { readonly id: number; readonly name: string };
  readonly audience: AudienceBody;
  readonly isBusy: boolean;
  readonly onGrant: (roles: readonly number[]) => void;
};

/** "Ana sees 6 of 8 charts", which ones are missing, and what would open them. */
function SeenBy({ dashboardId, user, audience, isBusy, onGrant }: SeenByProps) {
  const seen = useQuery(dashboardSeenBy(dashboardId, user.id));
  const asking = useQuery(me).data;
  if (seen.isPending) return <Skeleton height={60} />;
  if (seen.isError) return <ErrorCard small error={seen.error} onRetry={() => void seen.refetch()} />;
  const { unseen, roles } = seen.data;
  const mayViewAs = asking !== undefined && isAdmin(asking) && asking.id !== user.id;
  const given = audience.roles.map(({ id }) => id);
  const isWhole = seen.data.seen === seen.data.charts && seen.data.sees;
  return (
    <section className={classes['seen']} aria-label={t('What %s sees', user.name)}>
      <p role="status">
        <strong>{seenWords(user.name, seen.data)}</strong>
      </p>
      {unseen.length > 0 && seen.data.sees && (
        <ul className={classes['unseen']}>
          {unseen.slice(0, MOST_NAMED).map(({ id, slice_name: name }) => (
            <li key={id}>
              <IconEyeOff size={14} stroke={1.5} aria-hidden />
              {name}
            </li>
          ))}
          {unseen.length > MOST_NAMED && (
            <li>{tn('and one more', 'and %(count)s more', unseen.length - MOST_NAMED)}</li>
          )}
        </ul>
      )}
      {mayViewAs && (
        <p>
          <a href={addressAs(user.id)} target="_blank" rel="noreferrer">
            {t('View as %s', user.name)}
          </a>
        </p>
      )}
      {!isWhole && audience.published && roles.length > 0 && (
        <div className={classes['grants']}>
          <span>{t('Open all of it through this dashboard to everybody with the role')}</span>
          {roles.map(({ id, name }) => (
            <Button key={id} size="small" loading={isBusy} onClick={() => onGrant([...given, id])}>
              {name}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

const MOST_NAMED = 5;

function seenWords(name: string, { sees, seen, charts, edits }: SeenByBody): string {
  if (!sees) return t('%s does not see this dashboard.', name);
  const values = { name, seen };
  if (edits)
    return tn(
      '%(name)s edits it and sees %(seen)s of %(count)s chart.',
      '%(name)s edits it and sees %(seen)s of %(count)s charts.',
      charts,
      values,
    );
  return tn(
    '%(name)s sees %(seen)s of %(count)s chart.',
    '%(name)s sees %(seen)s of %(count)s charts.',
    charts,
    values,
  );
}

/** Opens the dashboard to roles, at once. */
function useGrant(id: number) {
  const store = useDashboardStore();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const grant = (roles: readonly number[]) => {
    setBusy(true);
    saveDashboard(id, { roles: [...roles] }, null)
      .then(async ({ version }) => {
        if (store.getState().id === id) store.getState().dispatch({ type: 'version_written', version });
        await client.invalidateQueries({ queryKey: ['dashboard', 'audience', id] });
        await rereadDashboard(client);
      })
      .catch((error: unknown) => toast.danger(describeError(error).title))
      .finally(() => setBusy(false));
  };
  return { grant, isBusy };
}
