import type { FilterType } from '@tessera/core/native-filters/definition';
import type { ComponentType } from 'react';
import { onDemand } from '../../../../ui/common/on-demand.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import type { FilterInputProps } from './input-props.ts';

const NamesInput = onDemand(async () => (await import('./NamesInput.tsx')).NamesInput, Shape);

/** Each kind of input is fetched when a dashboard has it. */
const inputs: Readonly<Record<FilterType, ComponentType<FilterInputProps>>> = {
  filter_select: onDemand(async () => (await import('./ValuesInput.tsx')).ValuesInput, Shape),
  filter_range: onDemand(async () => (await import('./RangeInput.tsx')).RangeInput, Shape),
  filter_time: onDemand(async () => (await import('./TimeInput.tsx')).TimeInput, Shape),
  filter_timecolumn: NamesInput,
  filter_timegrain: NamesInput,
};

/** What a filter is set with. */
export function FilterInput(props: FilterInputProps) {
  const Input = inputs[props.filter.filterType];
  return <Input {...props} />;
}

function Shape() {
  return <Skeleton height={32} />;
}
