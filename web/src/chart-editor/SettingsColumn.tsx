import { useMemo } from 'react';
import type { PanelContext } from '@tessera/viz/define';
import { panelResult } from '@tessera/viz/panel-result';
import { useVizDefinition, vizEntry } from '../chart/use-viz.ts';
import type { Shown } from '../chart/use-chart.ts';
import { panelContext, type DatasetFields } from '../controls/fields.ts';
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx';
import { PanelErrorBoundary } from '../ui/feedback/PanelErrorBoundary.tsx';
import { ControlPanel } from './ControlPanel.tsx';
import { useEditor } from './editor-context.ts';
import type { AutoRun } from './use-auto-run.ts';
import { UnknownType } from './UnknownType.tsx';
import type { Session } from './use-session.ts';

type SettingsColumnProps = {
  /** Folds the column away, where it stands beside the picture. */
  readonly onCollapse?: () => void;
  readonly session: Session;
  readonly dataset: DatasetFields;
  readonly auto: AutoRun;
  /** The last picture; panels see its result while it is of the type that is set. */
  readonly shown: Shown | null;
  readonly onGallery: () => void;
};

/** The settings of the chart; what they say when its type cannot be loaded. */
export function SettingsColumn({ session, dataset, auto, shown, onGallery, ...fold }: SettingsColumnProps) {
  const draft = useEditor((state) => state.draft);
  const hasRun = useEditor((state) => state.run !== null);
  const panel = usePanel(dataset, draft.vizType, shown);
  const definition = useVizDefinition(draft.vizType);
  const { viz } = session;
  if (draft.vizType !== '' && vizEntry(draft.vizType) === undefined)
    return <UnknownType type={draft.vizType} onPick={session.changeViz} onGallery={onGallery} />;
  if (definition.isError) return <ErrorCard error={definition.error} onRetry={() => void definition.refetch()} small />;
  if (!viz) return null;
  return (
    <PanelErrorBoundary resetKey={draft}>
      <ControlPanel
        session={session}
        viz={viz}
        data={{ dataset, form: draft.form, panel }}
        hasRun={hasRun}
        picture={shown}
        auto={auto}
        onGallery={onGallery}
        {...fold}
      />
    </PanelErrorBoundary>
  );
}

/** What controls may see: the dataset, what the type can bear, and the last result of that type. */
function usePanel(dataset: DatasetFields, vizType: string, shown: Shown | null): PanelContext {
  return useMemo(() => {
    const limits = vizEntry(vizType)?.capabilities.limits;
    return {
      ...panelContext(dataset),
      ...(limits ? { limits } : {}),
      result: shown && shown.loaded.viz.type === vizType ? panelResult(shown.results) : null,
    };
  }, [dataset, vizType, shown]);
}
