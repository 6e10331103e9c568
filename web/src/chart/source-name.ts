import type { Source } from '@tessera/core/effective-query/sources';
import { t } from '@tessera/core/messages';

/** What users call a source of a chart's query. */
export function sourceName(source: Source): string {
  switch (source.kind) {
    case 'chart':
    case 'own_state':
      return t('Chart');
    case 'url':
      return t('Address of the page');
    case 'filter':
      return t('Filter "%s"', source.name);
    case 'cross_filter':
      return t('Selection on "%s"', source.name);
    case 'time_override':
      return t('Time of "%s"', source.from);
  }
}
