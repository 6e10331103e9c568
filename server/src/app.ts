import type { Config } from './config.ts';
import type { App } from './http/app-types.ts';
import { createServer } from './http/server.ts';
import { deriveKey } from './keys.ts';
import type { Metadata } from './metadata/connect.ts';
import { createActors } from './resources/security/actors.ts';
import { createAuthenticator } from './resources/security/authenticator.ts';
import { passwords } from './resources/security/passwords.ts';
import { securityRoutes, signInRoutes } from './resources/security/routes.ts';
import { createSecurityService } from './resources/security/service.ts';
import { createSessions } from './resources/security/sessions.ts';
import { createTokens } from './resources/security/tokens.ts';

export type AppNeeds = {
  readonly config: Config;
  readonly metadata: Metadata;
  readonly now: () => Date;
  /** Folder of the built web app; null serves the API alone. */
  readonly webRoot: string | null;
  readonly logStream?: { readonly write: (line: string) => void };
  /** Compare every answer with the schema of its route; tests do. */
  readonly checkResponses?: boolean;
};

/** The whole server, wired by hand: read it from top to bottom to know what there is. It does not listen yet. */
export async function createApp({ config, metadata, now, webRoot, logStream, checkResponses }: AppNeeds): Promise<App> {
  const { db } = metadata;

  // Who asks
  const actors = createActors({ db });
  const sessions = createSessions({ db, key: deriveKey(config.secretKey, 'anonymous sessions'), now, hours: config.sessionHours });
  const tokens = createTokens({
    key: deriveKey(config.secretKey, 'access tokens'), now,
    lifeSeconds: { access: config.accessTokenMinutes * 60, refresh: config.refreshTokenDays * 86_400 },
  });
  const security = createSecurityService({ db, actors, sessions, tokens, passwords, now });

  const app = createServer({
    config, webRoot,
    authenticate: createAuthenticator({ actors, sessions, tokens }),
    ready: [async () => void (await db.selectFrom('settings').select('key').limit(1).execute())],
    ...(logStream ? { logStream } : {}),
    ...(checkResponses ? { checkResponses } : {}),
  });

  // What there is
  await app.register(signInRoutes(security, sessions));
  await app.register(
    async (api: App) => {
      await api.register(securityRoutes(security, sessions));
    },
    { prefix: '/api/v1' },
  );
  return app;
}
