import { columnLabel, type AdhocFilter } from '@tessera/core/form-data';
import { t, tMarked } from '@tessera/core/messages';
import { describeCondition, operatorOf } from './filters.ts';
import { readTimeFrame, unitNames } from './time-frame.ts';

/** A filter as a sentence, ranges of time too: `Day in the last 7 days`. It reads the grammar of time ranges. */
export function describeFilter(filter: AdhocFilter, label: (column: string) => string = (name) => name): string {
  if (filter.expressionType === 'SQL' || operatorOf(filter) !== 'TEMPORAL_RANGE')
    return describeCondition(filter, label);
  const subject = filter.subject ? label(columnLabel(filter.subject)) : '?';
  const range = typeof filter.comparator === 'string' ? filter.comparator : 'No filter';
  return range === 'No filter' ? t('%s: any time', subject) : rangeSentence(subject, range);
}

/** `Day in the last 7 days`; a range in words of its own stays as it is written. */
function rangeSentence(subject: string, range: string): string {
  const frame = readTimeFrame(range);
  switch (frame.frame) {
    case 'last': {
      const { one, many } = unitNames[frame.unit];
      return frame.count === 1
        ? t('%(subject)s in the last %(unit)s', { subject, unit: tMarked(one) })
        : t('%(subject)s in the last %(span)s', { subject, span: `${frame.count} ${tMarked(many)}` });
    }
    case 'previous':
      return t('%(subject)s in the previous %(unit)s', { subject, unit: tMarked(unitNames[frame.unit].one) });
    case 'current':
      return t('%(subject)s in this %(unit)s', { subject, unit: tMarked(unitNames[frame.unit].one) });
    case 'custom': {
      const { since, until } = frame;
      if (since === '') return t('%(subject)s before %(until)s', { subject, until });
      if (until === '') return t('%(subject)s from %(since)s on', { subject, since });
      return t('%(subject)s from %(since)s until %(until)s', { subject, since, until });
    }
    case 'none':
    case 'advanced':
      return `${subject}: ${range}`;
  }
}
