import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useEffect } from 'react';
import { anyDataset, homeCharts, homeDashboards } from '../../api/home.ts';
import { holds, me, nameOf } from '../../api/me.ts';
import { loadRecent, useRecent } from '../../api/recent.ts';
import { AccessRequests } from '../../shell/AccessRequests.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Page, PageTitle } from '../../ui/layout/Page.tsx';
import { useStored } from '../../ui/common/use-stored.ts';
import { ChartCard, DashboardCard, VisitCard } from './HomeCards.tsx';
import { homeSections } from './home-sections.ts';
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
  const user = useQuery(me).data;
  const { visits: recent, isLoaded } = useRecent();
  // Remembered, so that the place of what is loading has the size of what will be there.
  const [hadRecent, setHadRecent] = useStored<'yes' | 'no'>('tessera.home.recent', 'no', readYes);
  const [hadFavourites, setHadFavourites] = useStored<'yes' | 'no'>('tessera.home.favourites', 'no', readYes);
  // What a person may not read is not asked for, and has no place on the page.
  const mayDashboards = user !== undefined && holds(user, 'can_read', 'Dashboard');
  const mayCharts = user !== undefined && holds(user, 'can_read', 'Chart');
  const mayDatasets = user !== undefined && holds(user, 'can_read', 'Dataset');
  const dashboards = useQuery({ ...homeDashboards([]), enabled: mayDashboards });
  const starredDashboards = useQuery({ ...homeDashboards(favouriteDashboards), enabled: mayDashboards });
  const starredCharts = useQuery({ ...homeCharts(favouriteCharts), enabled: mayCharts });
  const charts = useQuery({ ...homeCharts([], 100), enabled: mayCharts });
  const datasets = useQuery({ ...anyDataset, enabled: mayDatasets });
  const home = homeSections({
    user,
    dashboards: dashboards.data?.count,
    charts: charts.data?.count,
    hasDataset: datasets.data,
  });

  const vizTypes = vizTypesByDashboard(charts.data?.result ?? []);
  const chartTypes = new Map((charts.data?.result ?? []).map((chart) => [chart.id, chart.viz_type]));
  const starred = [...(starredDashboards.data?.result ?? []), ...(starredCharts.data?.result ?? [])];
  const isStarredKnown = (starredDashboards.isSuccess || !mayDashboards) && (starredCharts.isSuccess || !mayCharts);
  const hasStarred = isStarredKnown ? (starred.length > 0 ? 'yes' : 'no') : hadFavourites;
  useEffect(() => {
    if (hasStarred !== hadFavourites) setHadFavourites(hasStarred);
  }, [hasStarred, hadFavourites, setHadFavourites]);
  const userId = user?.id;
  useEffect(() => {
    if (userId !== undefined) void loadRecent(userId);
  }, [userId]);
  const hasRecent = recent.length > 0 ? 'yes' : isLoaded ? 'no' : hadRecent;
  useEffect(() => {
    if (hasRecent !== hadRecent) setHadRecent(hasRecent);
  }, [hasRecent, hadRecent, setHadRecent]);
  const starredError = starredDashboards.error ?? starredCharts.error;

  return (
    <Page>
      <PageTitle
        title={t('Home')}
        heading={
          <h1 style={{ fontSize: 'var(--ts-text-title)', lineHeight: '28px' }}>
            {user ? t('Hello, %s', user.first_name === '' ? nameOf(user) : user.first_name) : t('Home')}
          </h1>
        }
        actions={
          home.makesCharts ? (
            <LinkButton variant="primary" to={hrefOf('explore')}>
              {t('New chart')}
            </LinkButton>
          ) : undefined
        }
      />
      {user && <StartHere user={user} makesCharts={home.makesCharts} />}
      <AccessRequests />
      {hasRecent === 'yes' && (
        <HomeSection title={t('Recent')} state={recent.length > 0 ? 'ready' : 'loading'}>
          {recent.slice(0, dashboardsShown).map((visit) => (
            <VisitCard
              key={`${visit.kind}:${visit.id}`}
              visit={visit}
              vizTypes={
                visit.kind === 'dashboard' ? (vizTypes.get(visit.id) ?? []) : [chartTypes.get(visit.id) ?? 'table']
              }
            />
          ))}
        </HomeSection>
      )}
      {home.nothing !== null && <EmptyState title={t('Nothing is shared with you yet.')}>{home.nothing}</EmptyState>}
      {home.favorites && (
        <HomeSection
          title={t('Favorites')}
          places={hadFavourites === 'yes' ? 4 : 0}
          state={starredError ? starredError : isStarredKnown ? 'ready' : 'loading'}
          onRetry={() => void Promise.all([starredDashboards.refetch(), starredCharts.refetch()])}
          empty={starred.length === 0 ? t('The star on a dashboard or a chart keeps it here.') : null}
        >
          {starredDashboards.data?.result.map((dashboard) => (
            <DashboardCard key={dashboard.id} dashboard={dashboard} vizTypes={vizTypes.get(dashboard.id) ?? []} />
          ))}
          {starredCharts.data?.result.map((chart) => (
            <ChartCard key={chart.id} chart={chart} />
          ))}
        </HomeSection>
      )}
      {home.dashboards && (
        <HomeSection
          title={t('Dashboards')}
          more={{ href: hrefOf('dashboards'), label: t('All dashboards') }}
          state={dashboards.error ?? (dashboards.isPending ? 'loading' : 'ready')}
          onRetry={() => void dashboards.refetch()}
          empty={dashboards.data?.count === 0 ? home.noDashboards : null}
        >
          {dashboards.data?.result.slice(0, dashboardsShown).map((dashboard) => (
            <DashboardCard key={dashboard.id} dashboard={dashboard} vizTypes={vizTypes.get(dashboard.id) ?? []} />
          ))}
        </HomeSection>
      )}
      {home.charts && (
        <HomeSection
          title={t('Charts')}
          places={chartsShown}
          more={{ href: hrefOf('charts'), label: t('All charts') }}
          state={charts.error ?? (charts.isPending || datasets.isLoading ? 'loading' : 'ready')}
          onRetry={() => void charts.refetch()}
          empty={charts.data?.count === 0 ? home.noCharts : null}
        >
          {charts.data?.result.slice(0, chartsShown).map((chart) => (
            <ChartCard key={chart.id} chart={chart} />
          ))}
        </HomeSection>
      )}
      {user && holds(user, 'can_read', 'Database') && holds(user, 'can_read', 'Dataset') && <SampleData />}
    </Page>
  );
}

function readYes(stored: string): 'yes' | 'no' {
  return stored === 'yes' ? 'yes' : 'no';
}
