import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import type { Job } from '#server/jobs/job.ts'
import { type AccountRow, findAccount } from '#server/modules/accounts/accounts.repo.ts'
import type { AccountDataStatus } from '#warehouse/engine.ts'

/** Rows that were moved of those that have to be. */
export interface RebuildProgress {
  readonly done: number
  readonly total: number
}

export const saveProgress = async (db: Db, accountId: number, { done, total }: RebuildProgress): Promise<void> => {
  await db
    .updateTable('accounts')
    .set({ rebuild_done: done, rebuild_total: total })
    .where('id', '=', accountId)
    .execute()
}

const Data = z.object({ accountId: z.number().int() })

/**
 * Brings the account's rows to its time zone of now. All of them move in one transaction of the warehouse, which also notes
 * their zone: killed anywhere they are as before, and the job runs again.
 */
export const rebuildForZoneJob: Job<z.infer<typeof Data>> = {
  name: 'rebuild-for-zone',
  schema: Data,
  retries: 20,
  handler: async (deps, { accountId }, { signal }) => {
    const account = await findAccount(deps.db, accountId)
    if (!account) return
    const onProgress = (done: number, total: number) => saveProgress(deps.db, accountId, { done, total })
    await deps.warehouse.changeCalendar(accountId, { timeZone: account.time_zone }, { onProgress, signal })
  },
}

/** How far the account's rows are on their way to its time zone; null where they are in it, or there are none. */
export const rebuildStatus = (
  account: Pick<AccountRow, 'time_zone' | 'rebuild_done' | 'rebuild_total'>,
  { timeZone }: AccountDataStatus,
): RebuildProgress | null => {
  if (timeZone === undefined || timeZone === account.time_zone) return null
  return { done: account.rebuild_done, total: account.rebuild_total }
}
