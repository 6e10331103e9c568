import { msg } from '@tessera/core/messages';
import { authorityField, encryptionField, field, type Driver } from '../driver.ts';
import { openMysql } from './engine.ts';

/** MySQL, MariaDB and what speaks their protocol. Options of the driver, files of the client above all, are closed. */
export const mysqlDriver: Driver = {
  engine: 'mysql',
  name: 'MySQL or MariaDB',
  dialect: 'mysql',
  schemes: ['mysql', 'mariadb'],
  uri: 'server',
  fields: [
    field('host', msg('Host'), 'text', { required: true, target: true, placeholder: 'db.example.com' }),
    field('port', msg('Port'), 'integer', { required: true, target: true, default: 3306, placeholder: '3306' }),
    field('database', msg('Database name'), 'text', {
      required: true,
      target: true,
      hint: msg('Where unqualified names are looked for.'),
    }),
    field('username', msg('User name'), 'text', {
      required: true,
      target: true,
      hint: msg('A user that may only read is the best one to use.'),
    }),
    field('password', msg('Password'), 'password', { secret: true }),
    encryptionField(['disable', 'prefer', 'require', 'verify-ca', 'verify-full'], 'prefer'),
    authorityField,
  ],
  open: openMysql,
};
