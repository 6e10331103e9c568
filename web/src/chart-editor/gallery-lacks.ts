import { msg, t } from '@tessera/core/messages';
import type { DatasetFields } from '../controls/fields.ts';
import type { Question, TypeItem } from './type-strip/candidates.ts';

/** The question that the types of a category answer. */
export const questions: Readonly<Record<TypeItem['category'], string>> = {
  Evolution: msg('How does it change over time?'),
  Ranking: msg('Which are the largest?'),
  'Part of a Whole': msg('What share has each part?'),
  KPI: msg('How much is it now?'),
  Distribution: msg('How are the values spread?'),
  Correlation: msg('What goes together?'),
  Flow: msg('What leads where?'),
  Map: msg('Where is it?'),
  Table: msg('What are the exact numbers?'),
};

export const questionOrder = Object.keys(questions) as readonly TypeItem['category'][];

/** What keeps a type from showing this dataset, or this question of it; nothing for one that fits. */
export function lacksOf(
  { roles, capabilities, category }: TypeItem,
  dataset: Pick<DatasetFields, 'columns'>,
  question: Pick<Question, 'isAdditive'>,
): readonly string[] {
  const { columns } = dataset;
  const words = columns.filter(({ kind }) => kind === 'string' || kind === 'boolean').length;
  const lacks: string[] = [];
  if (capabilities.needsTime && !columns.some(({ kind }) => kind === 'temporal')) lacks.push(t('Needs a time column.'));
  if (roles.includes('latitude') && !columns.some(({ name, kind }) => kind === 'numeric' && LATITUDE.test(name)))
    lacks.push(t('Needs columns of latitude and longitude.'));
  if (roles.includes('geography') && words === 0) lacks.push(t('Needs a column of countries or regions.'));
  if (roles.includes('source') && roles.includes('target') && words < 2)
    lacks.push(t('Needs two columns of words: where from and where to.'));
  if (category === 'Part of a Whole' && question.isAdditive === false)
    lacks.push(t('The metric does not add up to a whole.'));
  return lacks;
}

const LATITUDE = /lat/i;
