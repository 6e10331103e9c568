import type { EditorDatabase } from '../../api/catalog.ts';
import { onDemand } from '../../ui/common/on-demand.tsx';
import { dropAsked, useAsked } from './runs/runs-store.ts';
import type { AskedRun, RunWay, Script } from './runs/run.ts';
import type { EditorTab } from './tabs/tabs.ts';
import type { EditorDialog } from './toolbar/editor-actions.ts';

const SaveDialog = onDemand(async () => (await import('./dialogs/SaveDialog.tsx')).SaveDialog);
const ScheduleDialog = onDemand(async () => (await import('./dialogs/ScheduleDialog.tsx')).ScheduleDialog);
const ParametersDialog = onDemand(async () => (await import('./dialogs/ParametersDialog.tsx')).ParametersDialog);
const VersionsDialog = onDemand(async () => (await import('./dialogs/VersionsDialog.tsx')).VersionsDialog);
const CreateAsDialog = onDemand(async () => (await import('./dialogs/CreateAsDialog.tsx')).CreateAsDialog);
const SnippetDialog = onDemand(async () => (await import('./editing/SnippetDialog.tsx')).SnippetDialog);
const AskedRunDialog = onDemand(async () => (await import('./dialogs/AskedRunDialog.tsx')).AskedRunDialog);
const ShareDialog = onDemand(async () => (await import('./dialogs/ShareDialog.tsx')).ShareDialog);
const ConflictDialog = onDemand(async () => (await import('./dialogs/ConflictDialog.tsx')).ConflictDialog);
const EstimateDialog = onDemand(async () => (await import('./dialogs/EstimateDialog.tsx')).EstimateDialog);

/** Fetch what opens over the page ahead: it opens offline, too. */
export function preloadDialogs(): void {
  for (const dialog of [SaveDialog, ParametersDialog, VersionsDialog, AskedRunDialog]) dialog.preload();
}

type EditorDialogsProps = {
  readonly open: EditorDialog | null;
  readonly onOpen: (dialog: EditorDialog) => void;
  readonly onClose: () => void;
  readonly tab: EditorTab;
  readonly database: EditorDatabase | null;
  readonly onInsert: (text: string) => void;
  readonly onRun: (part?: Script, way?: Partial<RunWay>) => void;
};

/** What opens over the editor; one at a time. */
export function EditorDialogs(props: EditorDialogsProps) {
  const asked = useAsked(props.tab.id);
  if (asked !== null) return <AskedRunDialog asked={asked} {...answersOf(props, asked)} />;
  return props.open === null ? null : <OpenDialog {...props} open={props.open} />;
}

/** What is asked before a run comes first: the other dialog has just closed for it. */
function answersOf({ tab, onRun }: EditorDialogsProps, { script, way }: AskedRun) {
  return {
    onRun: () => onRun(script, { ...way, isConfirmed: true }),
    onClose: () => dropAsked(tab.id),
  };
}

function OpenDialog({
  open,
  onOpen,
  onClose,
  tab,
  database,
  onRun,
  onInsert,
}: EditorDialogsProps & { readonly open: EditorDialog }) {
  if (typeof open === 'object' && 'conflict' in open)
    return <ConflictDialog tab={tab} theirs={open.conflict} onOpen={onOpen} onClose={onClose} />;
  if (typeof open === 'object') return <SnippetDialog sql={open.snippet} onInsert={onInsert} onClose={onClose} />;
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
    case 'share':
      return <ShareDialog tab={tab} onClose={onClose} />;
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
  }
}
