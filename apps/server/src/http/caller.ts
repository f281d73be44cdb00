import type { AccountSettingValues } from '#contract/account-settings.ts'
import type { AccountType, PlanState } from '#domain/plan.ts'
import type { Role } from '#domain/role.ts'

/** The account's settings, and what else decides the meaning of its data. */
export interface AccountSettings extends AccountSettingValues {
  readonly logoUrl: string | null
  readonly definitions: Readonly<Record<string, string>>
  /** of what counts as a tasting and as a club signup */
  readonly visitRulesVersion: number
}

/** Who makes a request, read from the session, user and account rows on each request. */
export interface Caller {
  readonly accountId: number
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly accountType: AccountType
  /** where nothing can be changed, only reads and billing work */
  readonly planState: PlanState
  /** it can still be restored; until then its owners read, and nothing is changed */
  readonly isAccountDeleted: boolean
  readonly account: AccountSettings
}

/**
 * Reads the caller from an access token.
 *
 * @throws Failure `auth.invalid_token`, whatever is wrong with the token, its session or its user
 */
export type Authenticate = (accessToken: string) => Promise<Caller>
