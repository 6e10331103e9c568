import {
  defaultSettings,
  filtersOf,
  FILTER_TYPES,
  type FilterDivider,
  type FilterSettings,
  type FilterType,
  type NativeFilter,
} from '@tessera/core/native-filters/definition';
import { possibleParents, takesDataset, withType, type FaultyField } from '@tessera/core/native-filters/config';
import { limitsOf } from '@tessera/core/native-filters/cascade';
import { msg, t, tMarked } from '@tessera/core/messages';
import { useMemo } from 'react';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { MultiSelect } from '../../../ui/fields/MultiSelect.tsx';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import { useDashboard, useLayout } from '../DashboardProvider.tsx';
import { FilterInput } from '../filters/inputs/FilterInput.tsx';
import classes from './FilterConfig.module.css';
import { Prefilter } from './Prefilter.tsx';
import { ScopeTree } from './ScopeTree.tsx';
import { SourceFields } from './SourceFields.tsx';
import type { Config } from './use-config.ts';

const typeNames: Readonly<Record<FilterType, string>> = {
  filter_select: msg('Value'),
  filter_range: msg('Numerical range'),
  filter_time: msg('Time range'),
  filter_timecolumn: msg('Time column'),
  filter_timegrain: msg('Time grain'),
};

export type FilterFormProps = { readonly filter: NativeFilter; readonly config: Config };

/** The settings of one filter, and what it reaches. */
export function FilterForm({ filter, config }: FilterFormProps) {
  const layout = useLayout();
  return (
    <Tabs
      label={t('Parts of the filter')}
      value={config.part}
      onChange={config.showPart}
      panelClassName={classes['tabPanel'] ?? ''}
      tabs={[
        { value: 'settings', label: t('Settings') },
        { value: 'scope', label: t('Scope') },
      ]}
    >
      {config.part === 'scope' ? (
        <ScopeTree
          scope={filter.scope}
          layout={layout}
          onChange={(scope) => config.change({ ...filter, scope })}
          label={t('Charts that "%s" filters', filter.name)}
        />
      ) : (
        <Settings filter={filter} config={config} />
      )}
    </Tabs>
  );
}

function Settings({ filter, config }: FilterFormProps) {
  const faultOf = (field: FaultyField) =>
    config.faults.find((fault) => fault.id === filter.id && fault.field === field)?.text ?? null;
  const set = (changes: Partial<NativeFilter>) => config.change({ ...filter, ...changes });
  return (
    <div className={classes['form']}>
      <div className={classes['two']}>
        <TextInput
          label={t('Name')}
          required
          value={filter.name}
          error={faultOf('name')}
          maxLength={250}
          onChange={(name) => set({ name })}
        />
        <Select
          label={t('Filter type')}
          value={filter.filterType}
          options={FILTER_TYPES.map((type) => ({ value: type, label: tMarked(typeNames[type]) }))}
          onChange={(type) => {
            const next = FILTER_TYPES.find((one) => one === type);
            if (next !== undefined && next !== filter.filterType) config.change(withType(filter, next));
          }}
        />
      </div>
      {takesDataset(filter) && <SourceFields filter={filter} onChange={set} faultOf={faultOf} />}
      <div className={classes['two']}>
        <TextInput
          label={t('Description')}
          hint={t('Readers see it beside the name.')}
          value={filter.description}
          onChange={(description) => set({ description })}
        />
        <TextInput
          label={t('Group')}
          hint={t('Filters of one group stand under its name in the bar.')}
          value={filter.group}
          onChange={(group) => set({ group })}
        />
      </div>
      <Parents filter={filter} config={config} error={faultOf('parents')} />
      {(filter.filterType === 'filter_select' || filter.filterType === 'filter_range') && (
        <Prefilter filter={filter} onChange={set} />
      )}
      <Choices filter={filter} onChange={set} />
      <DefaultValue filter={filter} config={config} error={faultOf('default')} />
    </div>
  );
}

type PartProps = { readonly filter: NativeFilter; readonly onChange: (changes: Partial<NativeFilter>) => void };

/** Filters whose choice limits the values of this one. */
function Parents({ filter, config, error }: FilterFormProps & { readonly error: string | null }) {
  const all = filtersOf(config.entries).filter(({ id }) => !config.removed.has(id));
  const possible = possibleParents(filter, all);
  const known = all.filter(({ id }) => filter.parentIds.includes(id) || possible.some((one) => one.id === id));
  if (known.length === 0 || filter.filterType === 'filter_time') return null;
  return (
    <MultiSelect
      label={t('Values are dependent on other filters')}
      hint={t('What is chosen there limits the values that are offered here.')}
      values={filter.parentIds.filter((id) => known.some((one) => one.id === id))}
      options={known.map(({ id, name }) => ({ value: id, label: name === '' ? t('[untitled filter]') : name }))}
      error={error}
      onChange={(parentIds) => config.change({ ...filter, parentIds })}
    />
  );
}

/** What a reader may do with it. */
function Choices({ filter, onChange }: PartProps) {
  const { settings, filterType } = filter;
  const set = (changes: Partial<FilterSettings>) => onChange({ settings: { ...settings, ...changes } });
  return (
    <fieldset className={classes['choices']}>
      <legend>{t('What readers can do')}</legend>
      <Checkbox
        label={t('Filter value is required')}
        description={t('Its charts show nothing before one is chosen.')}
        checked={settings.enableEmptyFilter === true}
        onChange={(enableEmptyFilter) => set({ enableEmptyFilter })}
      />
      {filterType === 'filter_range' && <RangeMode filter={filter} onChange={onChange} />}
      {filterType === 'filter_select' && (
        <>
          <Checkbox
            label={t('Can select multiple values')}
            checked={settings.multiSelect !== false}
            onChange={(multiSelect) => set({ multiSelect })}
          />
          <Checkbox
            label={t('Inverse selection')}
            description={t('What is chosen is left out.')}
            checked={settings.inverseSelection === true}
            onChange={(inverseSelection) => set({ inverseSelection })}
          />
          <Checkbox
            label={t('Dynamically search all filter values')}
            description={t('A search asks the database, for columns with very many values.')}
            checked={settings.searchAllOptions === true}
            onChange={(searchAllOptions) => set({ searchAllOptions })}
          />
          <Checkbox
            label={t('Allow creation of new values')}
            description={t('Readers may type a value that is not in the list.')}
            checked={settings.creatable !== false}
            onChange={(creatable) => set({ creatable })}
          />
        </>
      )}
    </fieldset>
  );
}

function RangeMode({ filter: { settings }, onChange }: PartProps) {
  const mode = settings.enableSingleValue;
  return (
    <SegmentedControl
      label={t('What is chosen')}
      value={mode === undefined ? 'range' : String(mode)}
      options={[
        { value: 'range', label: t('Range') },
        { value: '0', label: t('Minimum') },
        { value: '1', label: t('Exact') },
        { value: '2', label: t('Maximum') },
      ]}
      onChange={(value) => {
        const { enableSingleValue: _, ...others } = settings;
        const next = ([0, 1, 2] as const).find((one) => String(one) === value);
        onChange({ settings: next === undefined ? others : { ...others, enableSingleValue: next } });
      }}
    />
  );
}

/** What the filter is set to when a dashboard opens. */
function DefaultValue({ filter, config, error }: FilterFormProps & { readonly error: string | null }) {
  const dashboardId = useDashboard((state) => state.id) ?? 0;
  const others = filtersOf(config.entries);
  const defaults = useMemo(() => Object.fromEntries(others.map(({ id, defaultMask }) => [id, defaultMask])), [others]);
  const isFirst = filter.settings.defaultToFirstItem === true;
  const isOn = config.hasDefault(filter.id);
  const canAsk = !takesDataset(filter) || filter.datasetId !== null;
  return (
    <fieldset className={classes['choices']}>
      <legend>{t('Default value')}</legend>
      {filter.filterType === 'filter_select' && (
        <Checkbox
          label={t('Select first filter value by default')}
          checked={isFirst}
          onChange={(defaultToFirstItem) => {
            config.setWithDefault(filter.id, false);
            config.change({
              ...filter,
              settings: { ...filter.settings, defaultToFirstItem },
              defaultMask: { extraFormData: {}, filterState: {} },
            });
          }}
        />
      )}
      {!isFirst && (
        <Checkbox
          label={t('Filter has default value')}
          checked={isOn}
          onChange={(on) => {
            config.setWithDefault(filter.id, on);
            if (!on) config.change({ ...filter, defaultMask: { extraFormData: {}, filterState: {} } });
          }}
        />
      )}
      {isOn && !isFirst && canAsk && (
        <FilterInput
          filter={{
            ...filter,
            name: t('Default value'),
            settings: { ...defaultSettings(filter.filterType), ...filter.settings },
          }}
          state={filter.defaultMask.filterState}
          limits={limitsOf(filter, others, defaults)}
          dashboardId={dashboardId}
          onChange={(defaultMask) => config.change({ ...filter, defaultMask })}
          error={error}
          hideLabel
        />
      )}
    </fieldset>
  );
}

/** A heading between filters. */
export function DividerForm({ divider, config }: { readonly divider: FilterDivider; readonly config: Config }) {
  const fault = config.faults.find(({ id }) => id === divider.id)?.text ?? null;
  return (
    <div className={classes['form']}>
      <TextInput
        label={t('Title')}
        required
        value={divider.title}
        error={fault}
        onChange={(title) => config.change({ ...divider, title })}
      />
      <TextInput
        label={t('Description')}
        value={divider.description}
        onChange={(description) => config.change({ ...divider, description })}
      />
    </div>
  );
}
