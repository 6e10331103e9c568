import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect } from 'react';
import { homeCharts, homeDashboards } from '../../api/home.ts';
import { holds, me, nameOf } from '../../api/me.ts';
import { useRecent } from '../../api/recent.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Page, PageTitle } from '../../ui/Page.tsx';
import { useStored } from '../../ui/use-stored.ts';
import { ChartCard, DashboardCard, VisitCard } from './HomeCards.tsx';
import { HomeSection } from './HomeSection.tsx';
import { SampleData } from './SampleData.tsx';
import { StartHere } from './StartHere.tsx';
import { vizTypesByDashboard } from './viz-types.ts';

const favouriteDashboards = [{ col: 'id', opr: 'dashboard_is_favorite', value: true }];
const favouriteCharts = [{ col: 'id', opr: 'chart_is_favorite', value: true }];
const chartsShown = 8;
/** One row, so that its place is known before it is read. */
const dashboardsShown = 4;

/** What a person comes for: what they had open, what they like, what is new, and where to begin. */
export function HomePage() {
  const person = useQuery(me).data;
  const recent = useRecent((state) => state.visits);
  // Remembered, so that the place of what is loading has the size of what will be there.
  const [hadFavourites, setHadFavourites] = useStored<'yes' | 'no'>('tessera.home.favourites', 'no', (stored) => (stored === 'yes' ? 'yes' : 'no'));
  const dashboards = useQuery(homeDashboards([]));
  const starredDashboards = useQuery(homeDashboards(favouriteDashboards));
  const starredCharts = useQuery(homeCharts(favouriteCharts));
  const charts = useQuery(homeCharts([], 100));

  const vizTypes = vizTypesByDashboard(charts.data?.result ?? []);
  const chartTypes = new Map((charts.data?.result ?? []).map((chart) => [chart.id, chart.viz_type]));
  const starred = [...(starredDashboards.data?.result ?? []), ...(starredCharts.data?.result ?? [])];
  const hasStarred = starredDashboards.isSuccess && starredCharts.isSuccess ? (starred.length > 0 ? 'yes' : 'no') : hadFavourites;
  useEffect(() => {
    if (hasStarred !== hadFavourites) setHadFavourites(hasStarred);
  }, [hasStarred, hadFavourites, setHadFavourites]);
  const starredError = starredDashboards.error ?? starredCharts.error;

  return (
    <Page>
      <PageTitle
        title={t('Home')}
        heading={<h1 style={{ fontSize: 'var(--ts-text-title)', lineHeight: '28px' }}>{person ? t('Hello, %s', person.first_name === '' ? nameOf(person) : person.first_name) : t('Home')}</h1>}
        actions={person && holds(person, 'can_write', 'Chart') ? <LinkButton variant="primary" to="/explore/">{t('New chart')}</LinkButton> : undefined}
      />
      {person && <StartHere person={person} />}
      {recent.length > 0 && (
        <HomeSection title={t('Recent')} state="ready">
          {recent.slice(0, dashboardsShown).map((visit) => (
            <VisitCard key={`${visit.kind}:${visit.id}`} visit={visit} vizTypes={visit.kind === 'dashboard' ? (vizTypes.get(visit.id) ?? []) : [chartTypes.get(visit.id) ?? 'table']} />
          ))}
        </HomeSection>
      )}
      <HomeSection
        title={t('Favourites')}
        places={hadFavourites === 'yes' ? 4 : 0}
        state={starredError ? starredError : starredDashboards.isPending || starredCharts.isPending ? 'loading' : 'ready'}
        onRetry={() => void Promise.all([starredDashboards.refetch(), starredCharts.refetch()])}
        empty={starred.length === 0 ? t('The star on a dashboard or a chart keeps it here.') : null}
      >
        {starredDashboards.data?.result.map((dashboard) => <DashboardCard key={dashboard.id} dashboard={dashboard} vizTypes={vizTypes.get(dashboard.id) ?? []} />)}
        {starredCharts.data?.result.map((chart) => <ChartCard key={chart.id} chart={chart} />)}
      </HomeSection>
      <HomeSection
        title={t('Dashboards')}
        more={{ href: '/dashboard/list/', label: t('All dashboards') }}
        state={dashboards.error ?? (dashboards.isPending ? 'loading' : 'ready')}
        onRetry={() => void dashboards.refetch()}
        empty={dashboards.data?.count === 0 ? t('There are no dashboards yet. Save a chart onto a new one.') : null}
      >
        {dashboards.data?.result.slice(0, dashboardsShown).map((dashboard) => <DashboardCard key={dashboard.id} dashboard={dashboard} vizTypes={vizTypes.get(dashboard.id) ?? []} />)}
      </HomeSection>
      <HomeSection
        title={t('Charts')}
        places={chartsShown}
        more={{ href: '/chart/list/', label: t('All charts') }}
        state={charts.error ?? (charts.isPending ? 'loading' : 'ready')}
        onRetry={() => void charts.refetch()}
        empty={charts.data?.count === 0 ? t('There are no charts yet. Choose a dataset and make the first one.') : null}
      >
        {charts.data?.result.slice(0, chartsShown).map((chart) => <ChartCard key={chart.id} chart={chart} />)}
      </HomeSection>
      <SampleData />
    </Page>
  );
}
