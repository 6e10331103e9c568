import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useEffect } from 'react';
import { anyDataset, homeCharts, homeDashboards } from '../../api/home.ts';
import { holds, me, nameOf } from '../../api/me.ts';
import { loadRecent, useRecent } from '../../api/recent.ts';
import { AccessRequests } from '../../shell/AccessRequests.tsx';
import { Mentions } from '../../shell/Mentions.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Page, PageTitle } from '../../ui/layout/Page.tsx';
import { useStored } from '../../ui/common/use-stored.ts';
import { ChartCard, DashboardCard, VisitCard } from './HomeCards.tsx';
import { homeSections } from './home-sections.ts';
import { HomeSection } from './HomeSection.tsx';
import { QuerySections } from './QuerySections.tsx';
import { SampleData } from './SampleData.tsx';
import { StartHere } from './StartHere.tsx';
import { vizTypesByDashboard } from './viz-types.ts';

const favouriteDashboards = [{ col: 'id', opr: 'dashboard_is_favorite', value: true }];
const favouriteCharts = [{ col: 'id', opr: 'chart_is_favorite', value: true }];
const chartsShown = 8;
/** One row, so that its place is known before it is read. */
const dashboardsShown = 4;

/** What a user comes for: what they had open, what they like, what is new, and where to begin. */
export function HomePage() {
  const home = useHome();
  const { user, sections } = home;
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
          sections.makesCharts ? (
            <LinkButton variant="primary" to={hrefOf('explore')}>
              {t('New chart')}
            </LinkButton>
          ) : undefined
        }
      />
      {user && <StartHere user={user} makesCharts={sections.makesCharts} />}
      <AccessRequests />
      {user && !user.is_anonymous && <Mentions />}
      <RecentSection home={home} />
      {sections.nothing !== null && (
        <EmptyState title={t('Nothing is shared with you yet.')}>{sections.nothing}</EmptyState>
      )}
      {sections.favorites && <FavoritesSection home={home} />}
      {sections.dashboards && <DashboardsSection home={home} />}
      {sections.charts && <ChartsSection home={home} />}
      {user && <QuerySections user={user} />}
      {user && holds(user, 'can_read', 'Database') && holds(user, 'can_read', 'Dataset') && <SampleData />}
    </Page>
  );
}

/** What the page shows, as far as the user may read it. */
function useHome() {
  const user = useQuery(me).data;
  // What a user may not read is not asked for, and has no place on the page.
  const mayDashboards = user !== undefined && holds(user, 'can_read', 'Dashboard');
  const mayCharts = user !== undefined && holds(user, 'can_read', 'Chart');
  const mayDatasets = user !== undefined && holds(user, 'can_read', 'Dataset');
  const dashboards = useQuery({ ...homeDashboards([]), enabled: mayDashboards });
  const starredDashboards = useQuery({ ...homeDashboards(favouriteDashboards), enabled: mayDashboards });
  const starredCharts = useQuery({ ...homeCharts(favouriteCharts), enabled: mayCharts });
  const charts = useQuery({ ...homeCharts([], 100), enabled: mayCharts });
  const datasets = useQuery({ ...anyDataset, enabled: mayDatasets });
  return {
    user,
    mayDashboards,
    mayCharts,
    dashboards,
    starredDashboards,
    starredCharts,
    charts,
    datasets,
    sections: homeSections({
      user,
      dashboards: dashboards.data?.count,
      charts: charts.data?.count,
      hasDataset: datasets.data,
    }),
    /** The types of the charts on a dashboard, for its tile. */
    vizTypes: vizTypesByDashboard(charts.data?.result ?? []),
  };
}

type SectionProps = { readonly home: ReturnType<typeof useHome> };

/**
 * Whether a section has content, from the visit before until it is known: the place of what is loading has the size of
 * what will be there.
 */
function useRemembered(key: string, known: 'yes' | 'no' | null) {
  const [had, setHad] = useStored<'yes' | 'no'>(key, 'no', readYes);
  const has = known ?? had;
  useEffect(() => {
    if (has !== had) setHad(has);
  }, [has, had, setHad]);
  return { had, has };
}

function RecentSection({ home: { user, charts, vizTypes } }: SectionProps) {
  const { visits: recent, isLoaded } = useRecent();
  const { has } = useRemembered('tessera.home.recent', recent.length > 0 ? 'yes' : isLoaded ? 'no' : null);
  const chartTypes = new Map((charts.data?.result ?? []).map((chart) => [chart.id, chart.viz_type]));
  const userId = user?.id;
  useEffect(() => {
    if (userId !== undefined) void loadRecent(userId);
  }, [userId]);
  if (has === 'no') return null;
  return (
    <HomeSection title={t('Recent')} state={recent.length > 0 ? 'ready' : 'loading'}>
      {recent.slice(0, dashboardsShown).map((visit) => (
        <VisitCard
          key={`${visit.kind}:${visit.id}`}
          visit={visit}
          vizTypes={visit.kind === 'dashboard' ? (vizTypes.get(visit.id) ?? []) : [chartTypes.get(visit.id) ?? 'table']}
        />
      ))}
    </HomeSection>
  );
}

function FavoritesSection({ home }: SectionProps) {
  const { starredDashboards, starredCharts, vizTypes } = home;
  const starred = [...(starredDashboards.data?.result ?? []), ...(starredCharts.data?.result ?? [])];
  const isStarredKnown =
    (starredDashboards.isSuccess || !home.mayDashboards) && (starredCharts.isSuccess || !home.mayCharts);
  const known = starred.length > 0 ? 'yes' : 'no';
  const { had } = useRemembered('tessera.home.favourites', isStarredKnown ? known : null);
  const starredError = starredDashboards.error ?? starredCharts.error;
  return (
    <HomeSection
      title={t('Favorites')}
      places={had === 'yes' ? 4 : 0}
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
  );
}

function DashboardsSection({ home: { dashboards, sections, vizTypes } }: SectionProps) {
  return (
    <HomeSection
      title={t('Dashboards')}
      more={{ href: hrefOf('dashboards'), label: t('All dashboards') }}
      state={dashboards.error ?? (dashboards.isPending ? 'loading' : 'ready')}
      onRetry={() => void dashboards.refetch()}
      empty={dashboards.data?.count === 0 ? sections.noDashboards : null}
    >
      {dashboards.data?.result.slice(0, dashboardsShown).map((dashboard) => (
        <DashboardCard key={dashboard.id} dashboard={dashboard} vizTypes={vizTypes.get(dashboard.id) ?? []} />
      ))}
    </HomeSection>
  );
}

function ChartsSection({ home: { charts, datasets, sections } }: SectionProps) {
  return (
    <HomeSection
      title={t('Charts')}
      places={chartsShown}
      more={{ href: hrefOf('charts'), label: t('All charts') }}
      state={charts.error ?? (charts.isPending || datasets.isLoading ? 'loading' : 'ready')}
      onRetry={() => void charts.refetch()}
      empty={charts.data?.count === 0 ? sections.noCharts : null}
    >
      {charts.data?.result.slice(0, chartsShown).map((chart) => (
        <ChartCard key={chart.id} chart={chart} />
      ))}
    </HomeSection>
  );
}

function readYes(stored: string): 'yes' | 'no' {
  return stored === 'yes' ? 'yes' : 'no';
}
