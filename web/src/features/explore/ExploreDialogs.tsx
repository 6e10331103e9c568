import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { AnyViz } from '@tessera/viz/erase';
import { stableJson } from '@tessera/core/stable-json';
import { useEffect, useMemo } from 'react';
import { mayChange, type Me } from '../../api/me.ts';
import { downloadChartRows } from '../../chart/chart-actions.ts';
import { subtitleOf } from '../../chart/chart-words.ts';
import { resultLabel, type DatasetFields } from '../../controls/fields.ts';
import { onDemand } from '../../ui/common/on-demand.tsx';
import type { Shown } from '../../chart/use-chart.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { ChooseDataset } from './ChooseDataset.tsx';
import { linkedForm, makePermalink } from '../../chart/chart-link.ts';
import { rowsRequest } from './explore-api.ts';
import { useExplore } from './explore-store.ts';
import { HistoryDialog } from './HistoryMenu.tsx';
import { formToSave } from '../../chart-editor/chart-payload.ts';
import { SaveDialog } from './SaveDialog.tsx';
import { SqlDialog } from './SqlDialog.tsx';
import type { Session } from '../../chart-editor/use-session.ts';
import type { SavedChart } from '../../chart-editor/draft.ts';

const DownloadDialog = onDemand(async () => (await import('../../chart/files/DownloadDialog.tsx')).DownloadDialog);
const DeleteDialog = onDemand(async () => (await import('./DeleteDialog.tsx')).DeleteDialog);
const PropertiesDialog = onDemand(async () => (await import('./PropertiesDialog.tsx')).PropertiesDialog);
const ShareDialog = onDemand(async () => (await import('../../chart/files/ShareDialog.tsx')).ShareDialog);

export type OpenDialog =
  | 'gallery'
  | 'save'
  | 'properties'
  | 'delete'
  | 'sql'
  | 'why'
  | 'dataset'
  | 'download'
  | 'share'
  | 'history'
  /** The file at once, for an address that asks for it ([2.1-03]). */
  | 'csv'
  | null;

type ExploreDialogsProps = {
  readonly open: OpenDialog;
  readonly onClose: () => void;
  readonly viz: AnyViz;
  readonly user: Me;
  readonly dataset: DatasetFields;
  readonly session: Session;
  readonly shown: Shown | null;
  readonly title: string;
  /** Null where the user may take data out; the sentence why not. */
  readonly noDownload: string | null;
  readonly dashboardId: number | null;
  readonly onSaved: (chart: SavedChart, form: RawForm) => Promise<void>;
};

/** What opens over the page; one at a time. */
export function ExploreDialogs(props: ExploreDialogsProps) {
  const { open, onClose, viz, user, dataset, session, title, dashboardId, onSaved } = props;
  const draft = useExplore((state) => state.draft);
  const chart = useExplore((state) => state.chart);
  const dispatch = useExplore((state) => state.dispatch);
  useFile(props);
  return (
    <>
      <SqlDialog opened={open === 'sql'} onClose={onClose} form={draft.form} viz={viz} dataset={dataset} />
      <SaveDialog
        opened={open === 'save'}
        onClose={onClose}
        viz={viz}
        user={user}
        title={title}
        dashboardId={dashboardId}
        onSaved={(saved) => onSaved(saved, formToSave(draft.form, viz, dataset))}
      />
      {open === 'properties' && chart && (
        <PropertiesDialog
          chart={chart}
          onClose={onClose}
          onSaved={(saved) => dispatch({ type: 'chart_changed', chart: saved })}
        />
      )}
      {open === 'delete' && chart && <DeleteDialog chart={chart} userId={user.id} onClose={onClose} />}
      {open === 'dataset' && <ChooseDataset current={dataset.id} onClose={onClose} onPick={session.changeDataset} />}
      {open === 'history' && <HistoryDialog onStep={session.step} onClose={onClose} />}
      {open === 'download' && <Download {...props} />}
      {open === 'share' && (
        <ShareDialog
          title={title}
          chartId={chart && mayChange(user, 'Chart', chart) ? chart.id : null}
          stateKey={stableJson([chart?.id ?? null, draft.form])}
          makeLink={() => makePermalink(linkedForm(draft.form, chart))}
          onClose={onClose}
        />
      )}
    </>
  );
}

function Download({ onClose, viz, dataset, shown, title, noDownload }: ExploreDialogsProps) {
  const form = useExplore((state) => state.draft.form);
  const subtitle = useMemo(() => {
    const label = (name: string) => resultLabel(dataset, name);
    return shown ? subtitleOf(shown.loaded.viz, shown.form, shown.results, { title, label }) : '';
  }, [shown, dataset, title]);
  return (
    <DownloadDialog
      title={title}
      subtitle={subtitle}
      shown={shown}
      rows={noDownload ?? rowsRequest({ form, viz, dataset, shown })}
      mayAskMore
      onClose={onClose}
    />
  );
}

/** An address that asks for the file gets it. */
function useFile({ open, onClose, viz, dataset, shown, title, noDownload }: ExploreDialogsProps): void {
  const form = useExplore((state) => state.draft.form);
  useEffect(() => {
    if (open !== 'csv') return;
    onClose();
    if (noDownload !== null) return void toast.danger(noDownload);
    const asked = rowsRequest({ form, viz, dataset, shown });
    const file = { format: 'csv', pivoted: false } as const;
    downloadChartRows(title, asked, file, new AbortController().signal).catch((error: unknown) =>
      toast.danger(error instanceof Error ? error.message : t('An error occurred')),
    );
  }, [open, onClose, title, form, viz, dataset, shown, noDownload]);
}
