import type { AccountSettingValues } from '#contract/account-settings.ts'
import type { KeyKind } from '#contract/api-keys.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import type { OwnCode } from '#domain/own-codes.ts'
import type { AccountType, PlanState } from '#domain/plan.ts'
import type { KeyScope, Role } from '#domain/role.ts'
import type { StockPromise } from '#domain/stock-promises.ts'

/** The account's settings and everything else that affects how its data is interpreted. */
export interface AccountSettings extends AccountSettingValues {
  readonly logoUrl: string | null
  readonly definitions: Readonly<Record<string, string>>
  readonly customFields: readonly CustomField[]
  readonly ownCodes: readonly OwnCode[]
  readonly stockPromises: readonly StockPromise[]
  /** version of the rules for what counts as a tasting or a club signup */
  readonly visitRulesVersion: number
}

/** The API key of a request. */
interface CallerKey {
  readonly id: string
  readonly name: string
  readonly kind: KeyKind
  readonly scope: KeyScope
}

/** What a session or key has proved about its user. */
export interface CallerProof {
  readonly hasSecondFactor: boolean
  /** the account requires a second factor, and this session, or the user of this key, has none */
  readonly isSetupDue: boolean
  /** when the session last proved who its user is; null: not a session */
  readonly provedAt: Date | null
  /** the session's user came from the account's provider, and proves it there again */
  readonly isSignedOn: boolean
}

/** Who makes a request, read from the session or API key, user and account rows on each request. */
export interface Caller {
  readonly accountId: number
  /** of a service key: the key's ID, which no user has; see `callerUserId` */
  readonly userId: string
  /** empty without a session */
  readonly sessionId: string
  /** null: a session, or the server on a user's behalf */
  readonly apiKey: CallerKey | null
  readonly email: string
  /** BCP 47: how numbers and dates are formatted for the user */
  readonly culture: string
  readonly roles: readonly Role[]
  readonly accountType: AccountType
  /** in a read-only state, only reads, billing and changes that protect the account work */
  readonly planState: PlanState
  /** can still be restored; until then its owners have read-only access */
  readonly isAccountDeleted: boolean
  readonly proof: CallerProof
  readonly account: AccountSettings
}

/** Nothing proved, and nothing asked for. */
export const NO_PROOF: CallerProof = { hasSecondFactor: false, isSetupDue: false, provedAt: null, isSignedOn: false }

/** The user who makes a request; null: a service key, for which rows name no user. */
export const callerUserId = ({ userId, apiKey }: Pick<Caller, 'userId' | 'apiKey'>): string | null =>
  apiKey?.kind === 'service' ? null : userId

/**
 * Reads the caller from an access token or an API key.
 *
 * @throws Failure `auth.invalid_token` or `auth.invalid_key` for any problem with the token or key, its session or its user
 */
export type Authenticate = (accessToken: string) => Promise<Caller>
