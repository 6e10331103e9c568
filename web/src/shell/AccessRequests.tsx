import { IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { accessRequests } from '../api/access-requests.ts';
import { holds, me } from '../api/me.ts';
import { onDemand } from '../ui/common/on-demand.tsx';
import classes from './AccessRequests.module.css';

// Most users are asked by nobody.
const AccessRequestRow = onDemand(async () => (await import('./AccessRequestRow.tsx')).AccessRequestRow);

type AccessRequestsProps = {
  /** Only those for this dashboard; the page is about it and does not name it again. */
  readonly dashboardId?: number;
};

/** Who asks to see dashboards of this user, with what can be done about it. Nothing while nobody asks. */
export function AccessRequests({ dashboardId }: AccessRequestsProps) {
  const person = useQuery(me).data;
  const open = useQuery({
    ...accessRequests,
    enabled: person !== undefined && holds(person, 'can_write', 'Dashboard'),
  });
  const shown = (open.data ?? []).filter(({ dashboard }) => dashboardId === undefined || dashboard.id === dashboardId);
  if (shown.length === 0) return null;
  // One user may ask for several dashboards.
  const people = new Set(shown.map((request) => request.person.id)).size;
  return (
    <section className={classes['requests']} aria-label={t('Requests for access')}>
      <h2 className={classes['head']}>
        <IconUserQuestion size={16} stroke={1.5} aria-hidden />
        {tn('1 person asks for access', '%(count)s people ask for access', people)}
      </h2>
      <ul className={classes['list']}>
        {shown.map((request) => (
          <AccessRequestRow key={request.id} request={request} namesDashboard={dashboardId === undefined} />
        ))}
      </ul>
    </section>
  );
}
