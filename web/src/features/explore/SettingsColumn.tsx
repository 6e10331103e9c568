import { useMemo } from 'react';
import { useVizDefinition } from '../../chart/use-viz.ts';
import { panelContext, type DatasetFields } from '../../controls/fields.ts';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { PanelErrorBoundary } from '../../ui/feedback/PanelErrorBoundary.tsx';
import { ControlPanel } from './ControlPanel.tsx';
import type { Fold } from './ExploreColumns.tsx';
import { useExplore } from './explore-store.ts';
import type { AutoRun } from './use-auto-run.ts';
import type { Session } from './use-explore-session.ts';

type SettingsColumnProps = Fold & {
  readonly session: Session;
  readonly dataset: DatasetFields;
  readonly auto: AutoRun;
  readonly onGallery: () => void;
};

/** The settings of the chart; what they say when its type cannot be loaded. */
export function SettingsColumn({ session, dataset, auto, onGallery, ...fold }: SettingsColumnProps) {
  const draft = useExplore((state) => state.draft);
  const hasRun = useExplore((state) => state.run !== null);
  const panel = useMemo(() => panelContext(dataset), [dataset]);
  const definition = useVizDefinition(draft.vizType);
  const { viz } = session;
  if (definition.isError) return <ErrorCard error={definition.error} onRetry={() => void definition.refetch()} small />;
  if (!viz) return null;
  return (
    <PanelErrorBoundary resetKey={draft}>
      <ControlPanel
        session={session}
        viz={viz}
        data={{ dataset, form: draft.form, panel }}
        hasRun={hasRun}
        auto={auto}
        onGallery={onGallery}
        {...fold}
      />
    </PanelErrorBoundary>
  );
}
