import { sql } from 'kysely'
import { type Db, inTransaction, unscoped } from '#server/db/database.ts'
import { ACCOUNT_OWNED } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { scheduledJob } from '#server/jobs/job.ts'
import { purgeCutoff } from '#server/modules/accounts/index.ts'
import { clearAddressLimits } from '#server/platform/rate-limit.ts'
import { accountPurging } from './account-lifecycle.usecases.ts'

/** Deleted accounts whose grace period has ended. Unscoped, as it covers all accounts. */
const findDueAccounts = async (db: Db, now: number): Promise<readonly number[]> => {
  const rows = await unscoped(db)
    .selectFrom('accounts')
    .select('id')
    .where('deleted_at', '<=', purgeCutoff(now))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Permanently deletes everything that deleted accounts own. The account's own row is deleted last, so the next run resumes
 * an interrupted purge.
 */
const purgeDueAccounts = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  for (const accountId of await findDueAccounts(deps.db, deps.clock.now())) {
    signal.throwIfAborted()
    try {
      await purgeAccount(deps, accountId)
    } catch (error) {
      // The account stays due and must not block the others.
      deps.log.error({ err: error, accountId }, 'account purge failed')
    }
  }
}

const purgeAccount = async (deps: Deps, accountId: number): Promise<void> => {
  await inTransaction(deps.db, (trx) => deps.events.publish(trx, accountPurging, { accountId }))
  await deps.warehouse.removeAccount(accountId)
  await inTransaction(deps.db, async (trx) => {
    await deleteSignInTraces(trx, accountId)
    await deleteAccountRows(trx, accountId)
  })
  deps.log.info({ accountId }, 'account purged')
}

/** Failed sign-ins from before the account existed or under a later address have no account, but contain an address of its users. */
const deleteSignInTraces = async (trx: Db, accountId: number): Promise<void> => {
  const users = await trx.selectFrom('users').select('email').where('account_id', '=', accountId).execute()
  const emails = users.map(({ email }) => email)
  if (emails.length === 0) return
  await unscoped(trx)
    .deleteFrom('audit_log')
    .where('account_id', 'is', null)
    .where(sql<string>`lower(details ->> 'email')`, 'in', emails)
    .execute()
  for (const email of emails) await clearAddressLimits(trx, email)
}

const deleteAccountRows = async (trx: Db, accountId: number): Promise<void> => {
  for (const table of ACCOUNT_OWNED) await trx.deleteFrom(table).where('account_id', '=', accountId).execute()
  // Jobs are rows of the queue, which reference the account in their data.
  await sql`delete from pgboss.job where data ->> 'accountId' = ${String(accountId)}`.execute(unscoped(trx))
  await trx.deleteFrom('accounts').where('id', '=', accountId).execute()
}

export const purgeAccountsJob = scheduledJob(
  { name: 'purge-accounts', schedule: '25 * * * *' },
  (deps: Deps, { signal }) => purgeDueAccounts(deps, signal),
)
