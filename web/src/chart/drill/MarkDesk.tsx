import { useMemo, useState, type ReactNode } from 'react';
import { onDemand } from '../../ui/common/on-demand.tsx';
import { MarkDeskContext, type AskedOfMark, type DrawLevel, type MarkHost } from './mark-host.ts';

const MarkDialogs = onDemand(async () => (await import('./MarkDialogs.tsx')).MarkDialogs);

type MarkDeskProps = {
  readonly host: MarkHost;
  readonly chartId: number | 'new';
  readonly title: string;
  readonly verboseNames: Readonly<Record<string, string>>;
  readonly drawLevel: DrawLevel;
  readonly children: ReactNode;
};

/** Where a chart stands, for its marks, and what is asked about one of them, over the page. */
export function MarkDesk({ host, children, ...shared }: MarkDeskProps) {
  const [asked, setAsked] = useState<AskedOfMark | null>(null);
  const desk = useMemo(() => ({ host, ask: setAsked }), [host]);
  return (
    <MarkDeskContext value={desk}>
      {children}
      {asked && <MarkDialogs asked={asked} host={host} {...shared} onClose={() => setAsked(null)} />}
    </MarkDeskContext>
  );
}
