import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { billingHook } from '#server/modules/billing/billing.hook.ts'

/** What a module does when an account comes to an end. One object a module, listed in `accountHooks`. */
export interface AccountHook {
  /** in the transaction that deletes the account: nothing but rows and jobs; 30 days are left to undo it */
  readonly onDeleted?: (deps: Deps, trx: Db, accountId: number) => Promise<void>
  /** in the transaction that restores it */
  readonly onRestored?: (deps: Deps, trx: Db, accountId: number) => Promise<void>
  /** before its rows are removed for good; may be called again, and while it throws nothing is removed */
  readonly beforePurge?: (deps: Deps, accountId: number) => Promise<void>
}

/** In the order in which they are called. */
export const accountHooks: readonly AccountHook[] = [billingHook]
