import { message } from '@tessera/core/messages';
import { AppError } from '@tessera/core/errors/app-error';
import { dialectOf } from '@tessera/query/dialects/registry';
import { checkPredicate } from '@tessera/query/sql-safety/predicate';
import { bindAll } from '../../bind-all.ts';
import { can, canOnMain, hasAccount, type Principal, type Guest } from '../../principal.ts';
import type { DatasetReader } from '../../chart-data/access/authorise.ts';
import { mainView, type Permission } from '../../permissions.ts';
import type { PrincipalLookup } from '../security/actors.ts';
import type { GuestTokenBody } from './schema.ts';
import type { EmbeddingStore } from './store.ts';

export type Guests = ReturnType<typeof createGuests>;

type Needs = {
  readonly key: Uint8Array;
  readonly now: () => Date;
  readonly lifeSeconds: number;
  readonly principals: Pick<PrincipalLookup, 'find' | 'publicPrincipal'>;
  readonly embeddings: Pick<EmbeddingStore, 'among'>;
  readonly datasets: DatasetReader;
};

/** Who made a token, and their session epoch then: raising it ends their tokens. */
type Issuer = { readonly id: number; readonly epoch: number };

const AUDIENCE = 'tessera';
/** Clocks of two machines may differ by so much. */
const SKEW_SECONDS = 60;
/** What an operator may give to guests, by giving it to the Public role. */
const OPEN_TO_GUESTS: readonly Permission[] = ['can_csv', 'can_samples'];

/** Guests: the tokens that other sites get for their visitors, and who shows up with one. */
export function createGuests(needs: Needs) {
  return bindAll(needs, { issue, read });
}

function seconds(needs: Needs): number {
  return Math.floor(needs.now().getTime() / 1000);
}

/**
 * A token for one visitor.
 * @throws AppError forbidden, embedding_not_found, invalid_fields
 */
async function issue(
  needs: Needs,
  principal: Principal,
  { user = {}, resources, rls }: GuestTokenBody,
): Promise<string> {
  if (!hasAccount(principal)) throw new AppError('forbidden', {});
  // A clause is SQL of a rule: only who writes rules writes one into a token.
  if (rls.length > 0 && !can(principal, 'can_write', 'RowLevelSecurity')) throw new AppError('forbidden', {});
  const wanted = [...new Set(resources.map(({ id }) => id.toLowerCase()))];
  if ((await needs.embeddings.among(wanted)).length < wanted.length) throw new AppError('embedding_not_found', {});
  for (const [at, { dataset, clause }] of rls.entries()) await checkClause(needs, at, dataset ?? null, clause);
  const account = await needs.principals.find(principal.userId);
  if (!account) throw new AppError('forbidden', {});
  const { SignJWT } = await import('jose');
  return new SignJWT({
    type: 'guest',
    user,
    resources: wanted.map((id) => ({ type: 'dashboard', id })),
    rls_rules: rls,
    issuer: { id: principal.userId, epoch: account.epoch } satisfies Issuer,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds(needs))
    .setExpirationTime(seconds(needs) + needs.lifeSeconds)
    .sign(needs.key);
}

/** A clause that cannot be a condition would show its guests nothing: whoever asks for the token hears of it. */
async function checkClause(needs: Needs, at: number, datasetId: number | null, clause: string): Promise<void> {
  const dataset = datasetId === null ? null : await needs.datasets(datasetId);
  if (datasetId !== null && !dataset)
    throw new AppError('invalid_fields', { fields: { rls: [message('%(at)s: the dataset does not exist.', { at })] } });
  if (dataset) checkPredicate(clause, dialectOf(dataset.dialect).grammar);
}

/** The guest whom a token lets in. @throws AppError token_expired, token_invalid */
async function read(needs: Needs, token: string): Promise<Guest> {
  const { user, resources, rules, issuer } = await verify(needs, token);
  const account = await needs.principals.find(issuer.id);
  if (account?.epoch !== issuer.epoch || !can(account.principal, 'can_grant_guest_token', 'SecurityRestApi'))
    throw new AppError('token_invalid', {});
  const visitor = await needs.principals.publicPrincipal();
  return {
    kind: 'guest',
    userId: null,
    username: user.username ?? 'guest',
    firstName: user.first_name ?? '',
    lastName: user.last_name ?? '',
    isAdmin: false,
    // Row-level rules see a guest as the Public role; its datasets are not the guest's.
    roleIds: visitor.roleIds,
    roles: visitor.roles,
    grants: new Set([
      'can_read Chart',
      'can_read Dashboard',
      ...OPEN_TO_GUESTS.filter((permission) => canOnMain(visitor, permission)).map((one) => `${one} ${mainView}`),
    ]),
    datasetIds: new Set(),
    databaseIds: new Set(),
    embeddings: new Set(resources),
    clauses: rules,
  };
}

async function verify(needs: Needs, token: string) {
  const { jwtVerify, errors } = await import('jose');
  try {
    const { payload } = await jwtVerify<Claims>(token, needs.key, {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      currentDate: needs.now(),
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ['exp', 'type', 'resources', 'rls_rules', 'issuer'],
    });
    if (payload.type !== 'guest') throw new AppError('token_invalid', {});
    const { user, resources, rls_rules, issuer } = payload;
    return {
      user,
      resources: resources.map(({ id }) => id),
      rules: rls_rules.map(({ dataset, clause }) => ({ datasetId: dataset ?? null, clause })),
      issuer,
    };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AppError('token_expired', {}, { cause: error });
    throw new AppError('token_invalid', {}, { cause: error });
  }
}

/** What a token of ours says; nobody else can sign one. */
type Claims = {
  readonly type: string;
  readonly user: NonNullable<GuestTokenBody['user']>;
  readonly resources: readonly { readonly id: string }[];
  readonly rls_rules: GuestTokenBody['rls'];
  readonly issuer: Issuer;
};
