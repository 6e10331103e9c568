/** Steps of a connection test, in order; the one that fails is named to the user. */
export type ConnectionStep = 'name' | 'port' | 'tls' | 'login' | 'rights';
export type ConnectionFailure =
  | 'connection_hostname'
  | 'connection_port_closed'
  | 'connection_host_down'
  | 'connection_username'
  | 'connection_password'
  | 'connection_access_denied'
  | 'connection_unknown_database'
  | 'connection_permissions'
  | 'connection_timeout'
  | 'connection_tls';

/** Part of it is what the other end says. */
const MAX_REASON = 500;

/** A connection attempt that failed at a known step. */
export class ConnectionProblem extends Error {
  override readonly name = 'ConnectionProblem';
  readonly step: ConnectionStep;
  readonly failure: ConnectionFailure;
  constructor(step: ConnectionStep, failure: ConnectionFailure, reason: string) {
    super(reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason);
    this.step = step;
    this.failure = failure;
  }
}
