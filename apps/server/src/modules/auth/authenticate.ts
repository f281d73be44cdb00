import type pg from 'pg'
import { fail } from '#contract/errors.ts'
import type { Clock } from '#domain/clock.ts'
import { type AccountType, type PlanFacts, planState } from '#domain/plan.ts'
import { isPermitted, type Role } from '#domain/role.ts'
import type { AccountSettings, Authenticate, Caller } from '#server/http/caller.ts'
import type { Keys } from '#server/keys.ts'
import { SETTINGS_COLUMNS, toAccountSettings } from '#server/modules/accounts/index.ts'
import { createCallerRows } from './caller-rows.ts'
import { isSessionExpired, readToken, type SessionTimes, type TokenClaims } from './session-tokens.ts'
import { SIGN_ON_REQUIRED } from './sign-on-policy.ts'

/** The columns of a user `u` and an account `a` from which a caller is built; without a user, those of `u` are null. */
export const CALLER_COLUMNS = `u.email, u.culture as "ownCulture", u.roles, u.disabled_at as "disabledAt",
      u.second_factor_at as "secondFactorSince", a.second_factor_required as "isSecondFactorRequired",
      ${SIGN_ON_REQUIRED} as "isSignOnRequired", a.account_type as "accountType", a.is_trial as "isTrial", a.trial_expires_at as "trialExpiresAt",
      a.deleted_at as "accountDeletedAt",
      a.read_only_from as "readOnlyFrom", a.read_only_reason as "readOnlyReason",
      ${SETTINGS_COLUMNS.map((column) => `a.${column}`).join(', ')}`

type SettingsRow = Parameters<typeof toAccountSettings>[0]

/** What `CALLER_COLUMNS` select. */
export interface CallerRow extends PlanFacts, SettingsRow {
  readonly email: string
  /** null: the account's */
  readonly ownCulture: string | null
  readonly roles: readonly Role[]
  readonly disabledAt: Date | null
  /** null: the user has no second factor */
  readonly secondFactorSince: Date | null
  readonly isSecondFactorRequired: boolean
  /** the account requires single sign-on of the user's domain; null: without a user */
  readonly isSignOnRequired: boolean | null
  readonly accountType: AccountType
  readonly accountDeletedAt: Date | null
}

// A row is the same object until its columns change, so its settings are too, and what others compute from them can be kept.
const settings = new WeakMap<CallerRow, AccountSettings>()

const settingsOf = (row: CallerRow): AccountSettings => {
  const known = settings.get(row) ?? toAccountSettings(row)
  settings.set(row, known)
  return known
}

type CallerState = Omit<Caller, 'accountId' | 'userId' | 'sessionId' | 'apiKey' | 'proof'>

/** What a caller may do and is shown, at `now` in epoch milliseconds. */
export const toCallerState = (row: CallerRow, now: number): CallerState => {
  const { email, ownCulture, roles, accountType } = row
  const account = settingsOf(row)
  const state = { planState: planState(row, now), isAccountDeleted: row.accountDeletedAt !== null }
  return { email, culture: ownCulture ?? account.culture, roles, accountType, ...state, account }
}

/** A session joined with the current state of its user and account. */
interface SessionCaller extends SessionTimes, CallerRow {
  readonly sessionId: string
  readonly accountId: number
  readonly userId: string
  readonly counter: number
  /** null: the session has given no second factor */
  readonly secondFactorAt: Date | null
  readonly provedAt: Date
  /** null: not by single sign-on */
  readonly signedOnAt: Date | null
}

/** Not limited to an account, as a token names only its session. */
const SESSION_CALLERS = {
  name: 'session callers',
  key: 's.id',
  columns: `s.id as "sessionId", s.account_id as "accountId", s.user_id as "userId", s.counter,
      s.created_at as "createdAt", s.last_refreshed_at as "refreshedAt", s.expires_at as "expiresAt",
      s.second_factor_at as "secondFactorAt", s.signed_on_at as "signedOnAt", coalesce(s.proved_at, s.created_at) as "provedAt",
      ${CALLER_COLUMNS}`,
  from: `sessions s
    join users u on u.account_id = s.account_id and u.id = s.user_id
    join accounts a on a.id = s.account_id`,
  version: `s.xmin, s.ctid, u.xmin, u.ctid, a.xmin, a.ctid, ${SIGN_ON_REQUIRED}`,
}

const MAX_CHECKED = 10_000

/** Reads access tokens. The signature of one that was right is not computed again. */
const createTokenReader = (key: Buffer): ((token: string) => TokenClaims | null) => {
  const checked = new Map<string, TokenClaims>()
  return (token) => {
    const known = checked.get(token)
    if (known) return known
    const claims = readToken(key, 'access', token)
    if (checked.size >= MAX_CHECKED) checked.clear()
    if (claims) checked.set(token, claims)
    return claims
  }
}

interface AuthenticateParts {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly keys: Keys
}

/**
 * Resolves the caller from an access token and the current session row: an ended session, a deleted or disabled user
 * and changed roles take effect on the next request.
 */
export const createAuthenticate = ({ pool, clock, keys }: AuthenticateParts): Authenticate => {
  const findSessionCaller = createCallerRows<SessionCaller>(pool, SESSION_CALLERS)
  const readAccessToken = createTokenReader(keys.session)
  return async (accessToken) => {
    const now = clock.now()
    const claims = readAccessToken(accessToken)
    if (!claims || claims.expires * 1000 <= now) throw fail('auth.invalid_token')
    const row = await findSessionCaller(claims.sessionId)
    if (!row || row.disabledAt || claims.counter > row.counter || isSessionExpired(row, now))
      throw fail('auth.invalid_token')
    const { accountId, userId, sessionId } = row
    const state = toCallerState(row, now)
    const isOwner = isPermitted(state.roles, 'ownership')
    const isSignedOn = row.signedOnAt !== null
    const isAroundSignOn = row.isSignOnRequired === true && !isSignedOn
    if ((state.isAccountDeleted || isAroundSignOn) && !isOwner) throw fail('auth.invalid_token')
    // Owners keep their password for the day on which the provider fails, but only with a second factor.
    const isSetupDue = (row.isSecondFactorRequired || isAroundSignOn) && row.secondFactorAt === null
    const hasSecondFactor = row.secondFactorSince !== null
    const proof = { hasSecondFactor, isSetupDue, provedAt: row.provedAt, isSignedOn }
    return { accountId, userId, sessionId, apiKey: null, proof, ...state }
  }
}
