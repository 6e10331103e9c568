import { msg } from '@tessera/core/messages';
import { field, type Driver } from '../driver.ts';
import { httpFields } from '../http/client.ts';
import { openClickhouse } from './engine.ts';

/** ClickHouse by its HTTP interface. */
export const clickhouseDriver: Driver = {
  engine: 'clickhouse',
  name: 'ClickHouse',
  dialect: 'clickhouse',
  schemes: ['clickhouse', 'clickhousedb'],
  uri: 'server',
  fields: [
    ...httpFields(8443),
    field('database', msg('Database name'), 'text', {
      required: true,
      target: true,
      default: 'default',
      hint: msg('Where unqualified names are looked for.'),
    }),
  ],
  open: openClickhouse,
};
