import type { AccountType } from '#domain/account-type.ts'
import type { Role } from '#domain/role.ts'

/** Who makes a call, as the session row and its user and account say at this moment. */
export interface Caller {
  readonly accountId: number
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly accountType: AccountType
  /** the trial has ended and no plan was chosen: only reads and billing work */
  readonly trialOver: boolean
}

/**
 * Reads the caller from an access token.
 *
 * @throws Failure `auth.invalid_token`, whatever is wrong with the token, its session or its user
 */
export type Authenticate = (accessToken: string) => Promise<Caller>
