import { msg } from '@tessera/core/messages';
import { field, type Driver } from '../driver.ts';
import { httpFields } from '../http/client.ts';
import { openTrino } from './engine.ts';

/** Trino by its HTTP protocol. */
export const trinoDriver: Driver = {
  engine: 'trino',
  name: 'Trino',
  dialect: 'trino',
  schemes: ['trino'],
  uri: 'server',
  fields: [
    ...httpFields(8443),
    field('database', msg('Catalog'), 'text', {
      required: true,
      target: true,
      hint: msg('Where unqualified names are looked for.'),
    }),
    field('schema', msg('Default schema'), 'text', { placeholder: 'default' }),
  ],
  open: openTrino,
};
