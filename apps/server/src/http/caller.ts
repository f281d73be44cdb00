import type { AccountSettingValues } from '#contract/account-settings.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import type { OwnCode } from '#domain/own-codes.ts'
import type { AccountType, PlanState } from '#domain/plan.ts'
import type { Role } from '#domain/role.ts'

/** The account's settings and everything else that affects how its data is interpreted. */
export interface AccountSettings extends AccountSettingValues {
  readonly logoUrl: string | null
  readonly definitions: Readonly<Record<string, string>>
  readonly customFields: readonly CustomField[]
  readonly ownCodes: readonly OwnCode[]
  /** version of the rules for what counts as a tasting or a club signup */
  readonly visitRulesVersion: number
}

/** Who makes a request, read from the session, user and account rows on each request. */
export interface Caller {
  readonly accountId: number
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  /** BCP 47: how numbers and dates are formatted for the user */
  readonly culture: string
  readonly roles: readonly Role[]
  readonly accountType: AccountType
  /** in a read-only state, only reads, billing and changes that protect the account work */
  readonly planState: PlanState
  /** can still be restored; until then its owners have read-only access */
  readonly isAccountDeleted: boolean
  readonly account: AccountSettings
}

/**
 * Reads the caller from an access token.
 *
 * @throws Failure `auth.invalid_token` for any problem with the token, its session or its user
 */
export type Authenticate = (accessToken: string) => Promise<Caller>
