import { msg, t, tMarked } from '@tessera/core/messages';
import { chartHref, hrefOf } from '@tessera/core/pages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { HomeChart, HomeDashboard } from '../../api/home.ts';
import type { Visit } from '../../api/recent.ts';
import { ChartThumbnail } from '../../chart/ChartThumbnail.tsx';
import { VizThumbnail } from '../../chart/VizThumbnail.tsx';
import { TileDrawing } from '../../ui/feedback/TileDrawing.tsx';
import classes from './HomePage.module.css';

const kindNames: Readonly<Record<Visit['kind'], string>> = {
  dashboard: msg('Dashboard'),
  chart: msg('Chart'),
  dataset: msg('Dataset'),
};

function Card({
  href,
  title,
  note,
  picture,
}: {
  readonly href: string;
  readonly title: string;
  readonly note: string;
  readonly picture: ReactNode;
}) {
  return (
    <Link to={href} className={classes['card']}>
      <span className={classes['picture']} aria-hidden>
        {picture}
      </span>
      <span className={classes['cardText']}>
        <span className={classes['cardTitle']} title={title}>
          {title}
        </span>
        <span className={classes['cardNote']}>{note}</span>
      </span>
    </Link>
  );
}

export function DashboardCard({
  dashboard,
  vizTypes,
}: {
  readonly dashboard: HomeDashboard;
  readonly vizTypes: readonly string[];
}) {
  return (
    <Card
      href={hrefOf('dashboard', { key: dashboard.slug ?? dashboard.id })}
      title={dashboard.dashboard_title}
      note={
        dashboard.published
          ? t('Changed %s', dashboard.changed_on_delta_humanized)
          : t('Draft, changed %s', dashboard.changed_on_delta_humanized)
      }
      picture={<Mosaic vizTypes={vizTypes} />}
    />
  );
}

export function ChartCard({ chart }: { readonly chart: HomeChart }) {
  const from = chart.datasource_name ?? t('no dataset');
  return (
    <Card
      href={chartHref(chart.id)}
      title={chart.slice_name}
      note={from}
      picture={<ChartThumbnail url={chart.thumbnail_url} vizType={chart.viz_type} />}
    />
  );
}

export function VisitCard({ visit, vizTypes }: { readonly visit: Visit; readonly vizTypes: readonly string[] }) {
  const picture =
    visit.kind === 'dashboard' ? (
      <Mosaic vizTypes={vizTypes} />
    ) : visit.kind === 'dataset' ? (
      <TileDrawing shape="table" />
    ) : (
      <VizThumbnail vizType={vizTypes[0] ?? 'table'} width={120} height={80} />
    );
  return <Card href={visit.href} title={visit.title} note={tMarked(kindNames[visit.kind])} picture={picture} />;
}

/** A dashboard as a small wall of its chart types. */
function Mosaic({ vizTypes }: { readonly vizTypes: readonly string[] }) {
  if (vizTypes.length === 0) return <TileDrawing />;
  const tiles = Array.from({ length: 4 }, (_, place) => ({
    place,
    type: vizTypes[place % vizTypes.length] ?? 'table',
  }));
  return (
    <span className={classes['mosaic']}>
      {tiles.map(({ place, type }) => (
        <span key={place} className={classes['tile']}>
          <VizThumbnail vizType={type} width={place % 2 === 0 ? 54 : 40} height={30} />
        </span>
      ))}
    </span>
  );
}
