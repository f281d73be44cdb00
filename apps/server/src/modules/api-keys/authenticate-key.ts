import { createHash } from 'node:crypto'
import type pg from 'pg'
import { fail } from '#contract/errors.ts'
import type { Clock } from '#domain/clock.ts'
import { isPermitted, type KeyScope, type Role } from '#domain/role.ts'
import { type Authenticate, NO_PROOF } from '#server/http/caller.ts'
import {
  CALLER_COLUMNS,
  type CallerRow,
  createCallerRows,
  SIGN_ON_REQUIRED,
  toCallerState,
} from '#server/modules/auth/index.ts'
import type { Ids } from '#server/runtime.ts'

const PREFIX = 'cuvee_'
const KEY_BYTES = 32
/** As `Ids.token` writes that many bytes. */
const KEY = /^cuvee_[\w-]{43}$/
const SHOWN_LENGTH = PREFIX.length + 6

/** Whether a bearer token is meant as an API key: tokens of sessions contain dots and begin otherwise. */
export const isApiKey = (token: string): boolean => token.startsWith(PREFIX)

/** What the database stores of a key. A random key of 32 bytes needs no slow hash. */
const keyHash = (key: string): string => createHash('sha256').update(`api-key:${key}`).digest('base64url')

export interface NewKey {
  readonly key: string
  readonly hash: string
  /** shown in lists */
  readonly prefix: string
}

export const newKey = (ids: Pick<Ids, 'token'>): NewKey => {
  const key = `${PREFIX}${ids.token(KEY_BYTES)}`
  return { key, hash: keyHash(key), prefix: key.slice(0, SHOWN_LENGTH) }
}

/** A key joined with the current state of its user, if it is a personal one, and account. */
interface KeyCaller extends CallerRow {
  readonly keyId: string
  readonly keyName: string
  readonly scope: KeyScope
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly accountId: number
  /** null: a service key */
  readonly userId: string | null
  /** the user has signed in through the account's provider */
  readonly isConnected: boolean
}

const IS_CONNECTED = `exists (select from external_identities i where i.account_id = k.account_id and i.user_id = k.user_id)`

/** Not limited to an account, as only the key says which account it belongs to. */
const KEY_CALLERS = {
  name: 'key callers',
  key: 'k.key_hash',
  columns: `k.id as "keyId", k.name as "keyName", k.scope, k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
      k.account_id as "accountId", k.user_id as "userId", ${IS_CONNECTED} as "isConnected",
      ${CALLER_COLUMNS}`,
  from: `api_keys k
    left join users u on u.account_id = k.account_id and u.id = k.user_id
    join accounts a on a.id = k.account_id`,
  version: `k.xmin, k.ctid, u.xmin, u.ctid, a.xmin, a.ctid, ${SIGN_ON_REQUIRED}, ${IS_CONNECTED}`,
}

/** A service key acts as an administrator, within its scope. */
const SERVICE_ROLES: readonly Role[] = ['AccountAdmin']
const MINUTE_MS = 60_000

/**
 * Resolves the caller from an API key and its current row: a revoked key, a removed or disabled user, changed roles and a
 * deleted account take effect on the next request. Records the use, at most once a minute.
 */
export const createAuthenticateKey = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): Authenticate => {
  const findKeyCaller = createCallerRows<KeyCaller>(pool, KEY_CALLERS)
  const markUsed = async ({ keyId, lastUsedAt }: KeyCaller, now: number): Promise<void> => {
    if (lastUsedAt !== null && now - lastUsedAt.getTime() < MINUTE_MS) return
    await pool.query('update api_keys set last_used_at = $2 where id = $1', [keyId, new Date(now)])
  }
  return async (key) => {
    const now = clock.now()
    const row = KEY.test(key) ? await findKeyCaller(keyHash(key)) : undefined
    if (!row || row.disabledAt || row.accountDeletedAt || (row.expiresAt && row.expiresAt.getTime() <= now))
      throw fail('auth.invalid_key')
    await markUsed(row, now)
    const { keyId: id, keyName: name, scope, accountId, userId } = row
    const apiKey = { id, name, scope, kind: userId === null ? 'service' : 'personal' } as const
    const state = toCallerState(row, now)
    const roles = userId === null ? SERVICE_ROLES : state.roles
    const hasSecondFactor = row.secondFactorSince !== null
    const isSignOnRequired = row.isSignOnRequired === true
    const isOwner = isPermitted(roles, 'ownership')
    // A personal key does not let its user do without the second factor or the single sign-on that the account requires.
    if (isSignOnRequired && !isOwner && !row.isConnected) throw fail('sign_on.key_waits')
    const isFactorRequired = row.isSecondFactorRequired || (isSignOnRequired && isOwner && !row.isConnected)
    const isSetupDue = isFactorRequired && userId !== null && !hasSecondFactor
    const proof = { ...NO_PROOF, hasSecondFactor, isSetupDue }
    return { ...state, proof, accountId, userId: userId ?? id, sessionId: '', apiKey, roles, email: state.email ?? '' }
  }
}
