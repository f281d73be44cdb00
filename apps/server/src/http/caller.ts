import type { AccountType } from '#domain/account-type.ts'
import type { PlanState } from '#domain/plan-state.ts'
import type { WeekStart } from '#domain/ranges/period.ts'
import type { Role } from '#domain/role.ts'

/** What of an account gives its data their meaning. */
export interface AccountSettings {
  readonly name: string
  readonly logoUrl: string | null
  /** IANA name */
  readonly timeZone: string
  /** ISO 4217 */
  readonly currency: string
  readonly weekStart: WeekStart
  /** 1 to 12 */
  readonly fiscalYearStartMonth: number
  readonly definitions: Readonly<Record<string, string>>
  /** of what counts as a tasting and as a club signup */
  readonly visitRulesVersion: number
}

/** Who makes a call, as the session row and its user and account say at this moment. */
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
