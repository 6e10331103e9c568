import { launchClickhouse, resetClickhouse } from './clickhouse.ts';
import { launchPostgres, resetPostgres } from './databases.ts';
import { lendServers } from './leases.ts';
import { launchMariadb, launchMysql, resetMysql } from './mysql-servers.ts';
import { launchTrino, resetTrino } from './trino.ts';

/** Lends database servers to the test files of a run. @returns ends them */
export const lendRunServers = (): Promise<() => Promise<void>> =>
  lendServers({
    postgresql: { launch: launchPostgres, reset: resetPostgres },
    mariadb: { launch: launchMariadb, reset: resetMysql },
    mysql: { launch: launchMysql, reset: resetMysql },
    clickhouse: { launch: launchClickhouse, reset: resetClickhouse },
    trino: { launch: launchTrino, reset: resetTrino },
  });
