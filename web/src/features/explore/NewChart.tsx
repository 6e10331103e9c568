import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { vizName } from '../../chart/use-viz.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Page, PageTitle } from '../../ui/layout/Page.tsx';
import { DatasetPicker, NoDatasets } from './DatasetPicker.tsx';
import { datasetsByName } from '../../controls/dataset-queries.ts';
import { Gallery } from '../../chart-editor/Gallery.tsx';
import classes from './NewChart.module.css';

/** A new chart: which data, and how to look at it first. Everything else can be changed later. */
export function NewChart({ dashboardId }: { readonly dashboardId: number | null }) {
  const navigate = useNavigate();
  const [dataset, setDataset] = useState<{ readonly id: number; readonly name: string } | null>(null);
  const [type, setType] = useState<string | null>(null);

  const create = (vizType: string | null = type) => {
    if (!dataset) return;
    const parameters = new URLSearchParams({ datasource_id: String(dataset.id), datasource_type: 'table' });
    if (vizType !== null) parameters.set('viz_type', vizType);
    if (dashboardId !== null) parameters.set('dashboard_id', String(dashboardId));
    void navigate(hrefOf('explore', {}, parameters));
  };
  const datasets = useQuery(datasetsByName(''));
  if (datasets.data?.count === 0) {
    return (
      <Page width="wide">
        <PageTitle title={t('New chart')} />
        <NoDatasets />
      </Page>
    );
  }
  const reason = dataset ? null : t('Choose a dataset first.');
  return (
    <Page width="wide">
      <PageTitle
        title={t('New chart')}
        actions={
          <Button variant="primary" disabledReason={reason} onClick={() => create()}>
            {t('Create chart')}
          </Button>
        }
      />
      <div className={classes['newChart']}>
        <section aria-labelledby="new-dataset" className={classes['newPart']}>
          <h2 id="new-dataset">{t('1. Choose a dataset')}</h2>
          <DatasetPicker chosen={dataset?.id ?? null} onChoose={(id, name) => setDataset({ id, name })} />
        </section>
        <section aria-labelledby="new-type" className={classes['newPart']}>
          <h2 id="new-type">{t('2. Choose a chart type')}</h2>
          <Gallery chosen={type} onChoose={setType} onTake={create} />
        </section>
      </div>
      <p className={classes['newSummary']} role="status">
        {dataset === null
          ? t('Without a chart type, the one that suits the data is taken.')
          : type === null
            ? t('%s, with the chart type that suits it.', dataset.name)
            : t('%s of %s.', vizName(type), dataset.name)}
      </p>
    </Page>
  );
}
