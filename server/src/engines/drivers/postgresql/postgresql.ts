import { msg } from '@tessera/core/messages';
import { authorityField, encryptionField, field, type Driver } from '../driver.ts';
import { openPostgresql } from './engine.ts';

/**
 * PostgreSQL and what speaks its protocol. TLS and the rest are fields of their own; options of the driver are closed.
 */
export const postgresqlDriver: Driver = {
  engine: 'postgresql',
  name: 'PostgreSQL',
  dialect: 'postgresql',
  schemes: ['postgresql', 'postgres'],
  uri: 'server',
  fields: [
    field('host', msg('Host'), 'text', { required: true, target: true, placeholder: 'db.example.com' }),
    field('port', msg('Port'), 'integer', { required: true, target: true, default: 5432, placeholder: '5432' }),
    field('database', msg('Database name'), 'text', { required: true, target: true }),
    field('username', msg('User name'), 'text', {
      required: true,
      target: true,
      hint: msg('A role that may only read is the best one to use.'),
    }),
    field('password', msg('Password'), 'password', { secret: true }),
    encryptionField(['disable', 'prefer', 'require', 'verify-ca', 'verify-full'], 'prefer'),
    authorityField,
    field('schema', msg('Default schema'), 'text', {
      placeholder: 'public',
      hint: msg('Where unqualified names are looked for; public when empty.'),
    }),
  ],
  open: openPostgresql,
};
