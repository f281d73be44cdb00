import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { billingHook } from '#server/modules/billing/billing.hook.ts'

/** What a module does when an account is deleted, restored or purged. */
export interface AccountHook {
  /** in the transaction that deletes the account: only rows and jobs, as it can be undone for 30 days */
  readonly onDeleted?: (deps: Deps, trx: Db, accountId: number) => Promise<void>
  /** in the transaction that restores it */
  readonly onRestored?: (deps: Deps, trx: Db, accountId: number) => Promise<void>
  /** before its rows are deleted; may be called again, and nothing is deleted while it throws */
  readonly beforePurge?: (deps: Deps, accountId: number) => Promise<void>
}

/** In calling order. */
export const accountHooks: readonly AccountHook[] = [billingHook]
