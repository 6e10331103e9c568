import type { Skeleton } from '@tessera/viz/capabilities';
import type { ReactNode } from 'react';
import classes from './Chart.module.css';
import { vizEntry } from './use-viz.ts';

/** What stands in the place of a chart while it loads: the shape of its type, in the colour of what is to come. */
export function ChartSkeleton({ vizType }: { readonly vizType: string }) {
  const kind = vizEntry(vizType)?.capabilities.skeleton ?? 'bars';
  if (kind === 'bars') return <Bars />;
  return (
    <svg
      className={classes['skeleton']}
      viewBox="0 0 120 80"
      // Lines and cells fill their card; what is round stays round.
      preserveAspectRatio={kind === 'line' || kind === 'grid' || kind === 'blocks' ? 'none' : 'xMidYMid meet'}
      data-skeleton={kind}
      aria-hidden
    >
      {shapes[kind]}
    </svg>
  );
}

function Bars() {
  return (
    <div className={classes['waiting']} data-skeleton="bars" aria-hidden>
      {[38, 62, 48, 80, 56, 70, 44].map((height, index) => (
        // The bars have no identity but their place.
        <span key={index} style={{ height: `${height}%` }} />
      ))}
    </div>
  );
}

const rows = [8, 22, 36, 50, 64];

const shapes: Readonly<Record<Exclude<Skeleton, 'bars'>, ReactNode>> = {
  line: <path d="M4 58 24 44 44 50 64 28 84 36 116 16 V72 H4 Z" />,
  circle: <circle cx="60" cy="40" r="30" />,
  number: (
    <>
      <rect x="30" y="26" width="60" height="20" rx="3" />
      <rect x="42" y="52" width="36" height="6" rx="2" />
    </>
  ),
  grid: rows.map((y) => (
    <g key={y}>
      <rect x="4" y={y} width="44" height="8" />
      <rect x="54" y={y} width="28" height="8" />
      <rect x="88" y={y} width="28" height="8" />
    </g>
  )),
  map: <path d="M20 22 48 14 62 24 96 18 104 40 88 64 62 58 40 66 18 48 Z" />,
  blocks: (
    <>
      <rect x="4" y="6" width="60" height="68" />
      <rect x="67" y="6" width="49" height="38" />
      <rect x="67" y="47" width="26" height="27" />
      <rect x="96" y="47" width="20" height="27" />
    </>
  ),
};
