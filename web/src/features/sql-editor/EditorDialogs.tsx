import type { EditorDatabase } from '../../api/catalog.ts';
import { onDemand } from '../../ui/common/on-demand.tsx';
import type { RunWay, Script } from './runs/run.ts';
import type { EditorTab } from './tabs/tabs.ts';
import type { EditorDialog } from './toolbar/editor-actions.ts';

const SaveDialog = onDemand(async () => (await import('./dialogs/SaveDialog.tsx')).SaveDialog);
const ScheduleDialog = onDemand(async () => (await import('./dialogs/ScheduleDialog.tsx')).ScheduleDialog);
const ParametersDialog = onDemand(async () => (await import('./dialogs/ParametersDialog.tsx')).ParametersDialog);
const VersionsDialog = onDemand(async () => (await import('./dialogs/VersionsDialog.tsx')).VersionsDialog);
const CreateAsDialog = onDemand(async () => (await import('./dialogs/CreateAsDialog.tsx')).CreateAsDialog);
const EstimateDialog = onDemand(async () => (await import('./dialogs/EstimateDialog.tsx')).EstimateDialog);

/** Fetch what opens over the page ahead: it opens offline, too. */
export function preloadDialogs(): void {
  for (const dialog of [SaveDialog, ParametersDialog, VersionsDialog]) dialog.preload();
}

type EditorDialogsProps = {
  readonly open: EditorDialog | null;
  readonly onClose: () => void;
  readonly tab: EditorTab;
  readonly database: EditorDatabase | null;
  readonly onRun: (part?: Script, way?: Partial<RunWay>) => void;
};

/** What opens over the editor; one at a time. */
export function EditorDialogs({ open, onClose, tab, database, onRun }: EditorDialogsProps) {
  switch (open) {
    case 'save':
    case 'save_as':
      return <SaveDialog tab={tab} onClose={onClose} />;
    case 'schedule':
      return <ScheduleDialog tab={tab} onClose={onClose} />;
    case 'parameters':
      return <ParametersDialog tab={tab} onClose={onClose} />;
    case 'versions':
      return <VersionsDialog tab={tab} onClose={onClose} />;
    case 'create_table':
    case 'create_view':
      return (
        <CreateAsDialog
          tab={tab}
          method={open === 'create_table' ? 'TABLE' : 'VIEW'}
          database={database}
          onRun={(createAs) => onRun(undefined, { createAs })}
          onClose={onClose}
        />
      );
    case 'estimate':
      return <EstimateDialog tab={tab} onRun={() => onRun(undefined, { isConfirmed: true })} onClose={onClose} />;
    case null:
      return null;
  }
}
