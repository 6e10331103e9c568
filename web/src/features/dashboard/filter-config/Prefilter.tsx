import { useQuery } from '@tanstack/react-query';
import type { NativeFilter } from '@tessera/core/native-filters/definition';
import { t } from '@tessera/core/messages';
import { NO_TIME_RANGE } from '@tessera/core/time-range/no-range';
import { readFilters } from '@tessera/viz/control-kinds/filters';
import { useState } from 'react';
import { datasetFields } from '../../../controls/dataset-queries.ts';
import { panelContext } from '../../../controls/fields.ts';
import { FiltersEditor } from '../../../controls/FiltersEditor.tsx';
import { TimeRangeEditor } from '../../../controls/TimeRangeEditor.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import { timeText } from '../filters/filter-words.ts';
import classes from './FilterConfig.module.css';

type PrefilterProps = {
  readonly filter: NativeFilter;
  readonly onChange: (changes: Partial<NativeFilter>) => void;
};

/** What the offered values are limited to from the start. */
export function Prefilter({ filter, onChange }: PrefilterProps) {
  const { adhocFilters, timeRange, timeColumn, datasetId } = filter;
  const dataset = useQuery({ ...datasetFields(datasetId ?? 0), enabled: datasetId !== null }).data;
  const isSet = adhocFilters.length > 0 || timeRange !== null;
  const [isOpen, setOpen] = useState(isSet);
  return (
    <fieldset className={classes['choices']}>
      <legend>{t('Values that are offered')}</legend>
      <Checkbox
        label={t('Pre-filter available values')}
        checked={isOpen}
        onChange={(on) => {
          setOpen(on);
          if (!on) onChange({ adhocFilters: [], timeRange: null, timeColumn: null });
        }}
      />
      {isOpen && dataset !== undefined && (
        <>
          <FiltersEditor
            name="adhoc_filters"
            control={{ kind: 'filters', label: t('Only rows with') }}
            value={adhocFilters}
            onChange={(value) => onChange({ adhocFilters: readFilters(value) })}
            error={null}
            data={{ dataset, form: {}, panel: panelContext(dataset) }}
          />
          <div className={classes['two']}>
            <TimeLimit range={timeRange ?? NO_TIME_RANGE} onChange={onChange} />
            {timeRange !== null && (
              <Select
                label={t('Time column')}
                clearable
                value={timeColumn}
                placeholder={dataset.mainTimeColumn ?? t('Choose…')}
                options={dataset.columns
                  .filter(({ kind }) => kind === 'temporal')
                  .map(({ name, label }) => ({ value: name, label }))}
                onChange={(column) => onChange({ timeColumn: column })}
              />
            )}
          </div>
        </>
      )}
    </fieldset>
  );
}

function TimeLimit({ range, onChange }: { readonly range: string; readonly onChange: PrefilterProps['onChange'] }) {
  const [isOpen, setOpen] = useState(false);
  const [now] = useState(() => Date.now());
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      label={t('Time range')}
      width={320}
      padding="12px"
      trigger={<Button onClick={() => setOpen(!isOpen)}>{t('Time range: %s', timeText(range, now))}</Button>}
    >
      <TimeRangeEditor
        value={range}
        onChange={(text) => onChange({ timeRange: text === NO_TIME_RANGE ? null : text })}
      />
    </Popover>
  );
}
