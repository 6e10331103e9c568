import { LRUCache } from 'lru-cache';
import { AppError } from '@tessera/core/errors/app-error';

/** `epoch` is the user's session epoch when the token was made; raising it ends every token. */
type Claims = {
  readonly userId: number;
  readonly epoch: number;
  readonly type: 'access' | 'refresh';
  /** Epoch seconds. */ readonly expires: number;
};

export type Tokens = {
  readonly issue: (type: Claims['type'], userId: number, epoch: number) => Promise<string>;
  /** @throws AppError token_expired, token_invalid */
  readonly read: (token: string) => Promise<Claims>;
};

type Needs = {
  readonly key: Uint8Array;
  readonly now: () => Date;
  readonly lifeSeconds: Readonly<Record<Claims['type'], number>>;
};

const ISSUER = 'tessera';
/**
 * Clocks of two machines may differ by so much: a token that one issued holds at another for so long before its time
 * and beyond it.
 */
const SKEW_SECONDS = 60;

/** Signed tokens (HS256, no other algorithm is read). Tokens that were checked are cached until they expire. */
export function createTokens({ key, now, lifeSeconds }: Needs): Tokens {
  const known = new LRUCache<string, Claims>({ max: 5000 });
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  async function issue(type: Claims['type'], userId: number, epoch: number): Promise<string> {
    const { SignJWT } = await import('jose');
    return new SignJWT({ type, epoch })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(ISSUER)
      .setSubject(String(userId))
      .setJti(crypto.randomUUID())
      .setIssuedAt(seconds())
      .setExpirationTime(seconds() + lifeSeconds[type])
      .sign(key);
  }

  async function read(token: string): Promise<Claims> {
    const claims = known.get(token) ?? (await verify(token));
    if (claims.expires + SKEW_SECONDS < seconds()) throw new AppError('token_expired', {});
    known.set(token, claims);
    return claims;
  }

  async function verify(token: string): Promise<Claims> {
    const { jwtVerify, errors } = await import('jose');
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        currentDate: now(),
        clockTolerance: SKEW_SECONDS,
        requiredClaims: ['sub', 'exp', 'type', 'epoch'],
      });
      const { sub, exp, type, epoch } = payload;
      if ((type !== 'access' && type !== 'refresh') || typeof epoch !== 'number' || exp === undefined)
        throw new AppError('token_invalid', {});
      return { userId: Number(sub), epoch, type, expires: exp };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new AppError('token_expired', {}, { cause: error });
      throw new AppError('token_invalid', {}, { cause: error });
    }
  }

  return { issue, read };
}
