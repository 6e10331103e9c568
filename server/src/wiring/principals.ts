import { deriveKey } from '../keys.ts';
import { createChannels } from '../resources/async-events/channels.ts';
import { createGuests } from '../resources/embedding/guests.ts';
import { createEmbeddingStore } from '../resources/embedding/store.ts';
import { createPrincipalLookup } from '../resources/security/actors.ts';
import { createAttempts } from '../resources/security/attempts.ts';
import { createAuthenticator } from '../resources/security/authenticator.ts';
import { createGuesses } from '../resources/security/guesses.ts';
import { passwords } from '../resources/security/passwords.ts';
import { createSecurityService } from '../resources/security/service.ts';
import { createSessions } from '../resources/security/sessions.ts';
import { createThrottle } from '../resources/security/throttle.ts';
import { createTokens } from '../resources/security/tokens.ts';
import type { Ground } from './ground.ts';
import type { Sources } from './sources.ts';

export type Principals = ReturnType<typeof createPrincipals>;

/** Who makes a request: sessions, tokens, and how often one may guess. */
export function createPrincipals(
  { config, db, now, monotonicMs, sharing }: Ground,
  { resolver }: Pick<Sources, 'resolver'>,
) {
  const principals = createPrincipalLookup({ db });
  const sessions = createSessions({
    db,
    key: deriveKey(config.secretKey, 'anonymous sessions'),
    now,
    hours: config.sessionHours,
    isAlwaysSecure: config.baseUrl?.startsWith('https:') === true,
  });
  const tokens = createTokens({
    key: deriveKey(config.secretKey, 'access tokens'),
    now,
    lifeSeconds: { access: config.accessTokenMinutes * 60, refresh: config.refreshTokenDays * 86_400 },
  });
  const attempts = createAttempts(monotonicMs, sharing.attempts);
  const throttle = createThrottle(attempts);
  const guests = createGuests({
    key: deriveKey(config.secretKey, 'guest tokens'),
    now,
    lifeSeconds: config.guestTokenSeconds,
    principals,
    embeddings: createEmbeddingStore(db),
    datasets: resolver,
  });
  const authenticate = createAuthenticator({ principals, sessions, tokens, guests });
  sharing.onChanged('people', principals.forget);
  return {
    sessions,
    guests,
    authenticate,
    guesses: createGuesses(attempts),
    security: createSecurityService({ db, principals, sessions, tokens, passwords, throttle, now }),
    channels: createChannels({
      key: deriveKey(config.secretKey, 'event channels'),
      sessions,
      principals,
      authenticate,
    }),
    /** A user as they are now; null when gone. */
    user: async (userId: number) => (await principals.find(userId))?.principal ?? null,
    /** Users, roles or grants have changed. */
    onChange: (): void => {
      principals.forget();
      sharing.changed('people');
    },
  };
}
