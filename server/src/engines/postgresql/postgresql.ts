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
    field('host', 'Host', 'text', { required: true, target: true, placeholder: 'db.example.com' }),
    field('port', 'Port', 'integer', { required: true, target: true, default: 5432, placeholder: '5432' }),
    field('database', 'Database name', 'text', { required: true, target: true }),
    field('username', 'User name', 'text', {
      required: true,
      target: true,
      hint: 'A role that may only read is the best one to use.',
    }),
    field('password', 'Password', 'password', { secret: true }),
    encryptionField(['disable', 'prefer', 'require', 'verify-ca', 'verify-full'], 'prefer'),
    authorityField,
    field('schema', 'Default schema', 'text', {
      placeholder: 'public',
      hint: 'Where unqualified names are looked for; public when empty.',
    }),
  ],
  open: openPostgresql,
};
