import { columnLabel } from '@tessera/core/form-data';
import type { FilterScope } from '@tessera/core/effective-query/scope';
import {
  areCrossFiltersOn,
  configureCrossFilters,
  crossFilterConfig,
  type CrossFilterChart,
  type CrossFilterConfig,
  type CrossFilterSetting,
} from '@tessera/core/native-filters/cross-filters';
import type { DashboardSettings } from '@tessera/core/dashboard/document';
import { asColumns } from '@tessera/core/build-query';
import { t } from '@tessera/core/messages';
import { useMemo, useState } from 'react';
import { vizEntry } from '../../../chart/use-viz.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Checkbox, Switch } from '../../../ui/fields/Checkbox.tsx';
import { MultiSelect } from '../../../ui/fields/MultiSelect.tsx';
import type { Option } from '../../../ui/fields/options.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useDashboardCharts } from '../dashboard-data.tsx';
import { useDashboard, useLayout } from '../DashboardProvider.tsx';
import { useSelectableCharts } from '../filters/use-selectable-charts.ts';
import classes from './FilterConfig.module.css';
import { ScopeTree } from './ScopeTree.tsx';
import { useSaveSettings } from './use-save-settings.ts';

/** Which charts a selection filters: for all charts, and for single ones otherwise. */
export function CrossFilterDialog({
  chartId,
  onClose,
}: {
  /** The chart whose menu opened it; null for all. */
  readonly chartId: number | null;
  readonly onClose: () => void;
}) {
  const charts = useSelectableCharts();
  const emitting = useEmitting();
  const { isOn, setOn, config, shown, setShown, own, current, change, follow, isSaving, submit } = useScoping(
    chartId,
    charts,
    onClose,
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Cross-filter scoping')}
      subtitle={t('A click on a chart filters the others. Choose which.')}
      width={560}
      closable={!isSaving}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" loading={isSaving} onClick={() => void submit()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <Switch label={t('Enable cross-filtering')} checked={isOn} onChange={setOn} />
      {isOn && (
        <>
          <Select
            label={t('Scoping of')}
            value={shown === null ? ALL : String(shown)}
            options={[
              { value: ALL, label: t('All charts/global scoping') },
              ...emitting.map(({ id, name }) => optionOf(id, name, config)),
            ]}
            onChange={(value) => setShown(value === null || value === ALL ? null : Number(value))}
          />
          {shown !== null && <OwnScoping isOn={own !== null} onChange={follow} />}
          {(shown === null || own !== null) && (
            <Scoping
              chart={emitting.find(({ id }) => id === shown) ?? null}
              setting={current}
              onScope={(scope) => change({ scope })}
              onChange={change}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

function optionOf(id: number, name: string, { charts }: CrossFilterConfig): Option {
  return { value: String(id), label: name, ...(charts.has(id) ? { note: t('own scoping') } : {}) };
}

function OwnScoping({ isOn, onChange }: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  return <Checkbox label={t('This chart has a scoping of its own')} checked={isOn} onChange={onChange} />;
}

/** What is set in the dialog, until it is saved. */
function useScoping(chartId: number | null, charts: readonly CrossFilterChart[], onClose: () => void) {
  const settings = useDashboard((state) => state.history.present.settings);
  const layout = useLayout();
  const save = useSaveSettings(t('Failed to save cross-filter scoping'));
  const [isOn, setOn] = useState(() => areCrossFiltersOn(settings));
  const [config, setConfig] = useState<CrossFilterConfig>(() => crossFilterConfig(settings));
  const [shown, setShown] = useState<number | null>(chartId);
  const [isSaving, setSaving] = useState(false);
  const own = shown === null ? null : (config.charts.get(shown) ?? null);
  const current = own ?? config.everywhere;
  const change = (changes: Partial<CrossFilterSetting>) => {
    const next = { ...current, ...changes };
    setConfig(
      shown === null
        ? { ...config, everywhere: next }
        : { ...config, charts: new Map([...config.charts, [shown, next]]) },
    );
  };
  const follow = (isOwn: boolean) => {
    if (shown === null) return;
    if (isOwn) return change({});
    setConfig({ ...config, charts: new Map([...config.charts].filter(([id]) => id !== shown)) });
  };
  const submit = async () => {
    setSaving(true);
    const written = (stored: DashboardSettings) => ({
      ...configureCrossFilters(config, stored, layout, charts),
      cross_filters_enabled: isOn,
    });
    if (await save(written)) onClose();
    else setSaving(false);
  };
  return { isOn, setOn, config, shown, setShown, own, current, change, follow, isSaving, submit };
}

const ALL = 'all';

type ScopingProps = {
  readonly chart: Emitting | null;
  readonly setting: CrossFilterSetting;
  readonly onScope: (scope: FilterScope) => void;
  readonly onChange: (changes: Partial<CrossFilterSetting>) => void;
};

function Scoping({ chart, setting, onScope, onChange }: ScopingProps) {
  const layout = useLayout();
  return (
    <div className={classes['form']}>
      <ScopeTree
        scope={setting.scope}
        layout={layout}
        without={chart?.id ?? null}
        onChange={onScope}
        label={chart === null ? t('Charts that selections filter') : t('Charts that "%s" filters', chart.name)}
      />
      <Checkbox
        label={t('Charts of other datasets take part')}
        description={t('They are filtered by columns of the same name.')}
        checked={setting.otherDatasets}
        onChange={(otherDatasets) => onChange({ otherDatasets })}
      />
      {chart !== null && chart.dimensions.length > 1 && (
        <MultiSelect
          label={t('Dimensions that a selection sends')}
          placeholder={t('All of them')}
          values={setting.columns ?? []}
          options={chart.dimensions.map((name) => ({ value: name, label: name }))}
          onChange={(columns) => onChange({ columns: columns.length === 0 ? null : columns })}
        />
      )}
    </div>
  );
}

type Emitting = { readonly id: number; readonly name: string; readonly dimensions: readonly string[] };

/** Charts whose marks can be selected, with the dimensions that they have. */
function useEmitting(): readonly Emitting[] {
  const charts = useDashboardCharts();
  return useMemo(
    () =>
      [...charts.values()]
        .filter(({ viz_type: type }) => vizEntry(type)?.capabilities.emitsFilters === true)
        .map(({ id, slice_name: name, form_data: form }) => ({
          id,
          name,
          dimensions: [...new Set(DIMENSION_KEYS.flatMap((key) => asColumns(form[key]).map(columnLabel)))],
        })),
    [charts],
  );
}

/** Settings that name what a mark can stand for. */
const DIMENSION_KEYS = [
  'x_axis',
  'groupby',
  'groupby_b',
  'columns',
  'groupbyRows',
  'groupbyColumns',
  'series',
  'entity',
  'source',
  'target',
];
