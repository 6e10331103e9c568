import { field, type Driver } from '../driver.ts';
import { openMysql } from './engine.ts';

/** MySQL, MariaDB and what speaks their protocol. Options of the driver, files of the client above all, are closed. */
export const mysqlDriver: Driver = {
  engine: 'mysql',
  name: 'MySQL or MariaDB',
  dialect: 'mysql',
  schemes: ['mysql', 'mariadb'],
  uri: 'server',
  fields: [
    field('host', 'Host', 'text', { required: true, target: true, placeholder: 'db.example.com' }),
    field('port', 'Port', 'integer', { required: true, target: true, default: 3306, placeholder: '3306' }),
    field('database', 'Database name', 'text', { required: true, target: true, hint: 'Where unqualified names are looked for.' }),
    field('username', 'User name', 'text', { required: true, target: true, hint: 'A user that may only read is the best one to use.' }),
    field('password', 'Password', 'password', { secret: true }),
    field('sslmode', 'Encryption', 'select', {
      target: true,
      default: 'prefer',
      hint: 'verify-full also checks that the server is the one that it says it is.',
      choices: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'].map((value) => ({ value, label: value })),
    }),
    field('ca_certificate', 'Certificate authority (PEM)', 'text', { target: true, hint: 'The text of the certificate, for authorities that this machine does not know.' }),
  ],
  open: openMysql,
};
