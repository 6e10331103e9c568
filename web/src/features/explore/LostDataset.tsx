import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SavedChart } from '../../chart-editor/draft.ts';
import { datasourceKey, type DatasetFields } from '../../controls/fields.ts';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Page, useDocumentTitle } from '../../ui/layout/Page.tsx';
import { ChooseDataset } from './ChooseDataset.tsx';
import { exploreSearch, type ExploreAddress } from './explore-address.ts';
import { keepFormData, type ExploreStart } from './explore-api.ts';

type LostDatasetProps = {
  readonly chart: SavedChart;
  readonly form: ExploreStart['form'];
  readonly address: ExploreAddress;
};

/** Instead of a chart whose dataset is gone: its settings are there, and go on with another dataset. */
export function LostDataset({ chart, form, address }: LostDatasetProps) {
  const navigate = useNavigate();
  const [isChoosing, setChoosing] = useState(false);
  useDocumentTitle(chart.name);
  // What the new dataset does not have is named at its setting, as for columns that are gone.
  const open = async (dataset: DatasetFields) => {
    const { dashboardId, fromDashboard } = address;
    const formDataKey = await keepFormData(dataset, chart.id, { ...form, datasource: datasourceKey(dataset) });
    await navigate(exploreSearch({ chartId: chart.id, datasource: dataset, formDataKey, dashboardId, fromDashboard }));
  };
  return (
    <Page>
      <h1 className="ts-visually-hidden">{chart.name}</h1>
      <EmptyState
        drawing="search"
        title={t('The dataset of "%(name)s" is gone, or you may not read it.', { name: chart.name })}
        action={
          <>
            <Button variant="primary" onClick={() => setChoosing(true)}>
              {t('Use another dataset')}
            </Button>
            <LinkButton to={hrefOf('datasets')}>{t('All datasets')}</LinkButton>
          </>
        }
      >
        {t('The settings of the chart are still there. Nothing is changed for others before you save it.')}
      </EmptyState>
      {isChoosing && <ChooseDataset current={null} onClose={() => setChoosing(false)} onPick={open} />}
    </Page>
  );
}
