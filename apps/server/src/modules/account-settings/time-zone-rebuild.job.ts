import { z } from 'zod'
import { isSameTimeZone } from '#domain/locale.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { defineJob, handleJob } from '#server/jobs/job.ts'
import { type AccountRow, findAccount, separatesCustomers } from '#server/modules/accounts/index.ts'
import type { AccountDataStatus } from '#warehouse/engine.ts'

/** Rebuilt rows out of all rows. */
export interface RebuildProgress {
  readonly done: number
  readonly total: number
}

export const saveRebuildProgress = async (
  db: Db,
  accountId: number,
  { done, total }: RebuildProgress,
): Promise<void> => {
  await db
    .updateTable('accounts')
    .set({ rebuild_done: done, rebuild_total: total })
    .where('id', '=', accountId)
    .execute()
}

export const rebuildForZoneJob = defineJob({
  name: 'rebuild-for-zone',
  schema: z.object({ accountId: z.number().int() }),
  retries: 20,
})

/** Moves the rows, and joins or separates customers, in one warehouse transaction that also stores both, so a killed job leaves them as they were. */
export const rebuildForZoneHandler = handleJob(
  rebuildForZoneJob,
  async ({ db, warehouse }: Deps, { accountId }, { signal }) => {
    const account = await findAccount(db, accountId)
    if (!account) return
    const onProgress = (done: number, total: number) => saveRebuildProgress(db, accountId, { done, total })
    const calendar = { timeZone: account.time_zone, separateCustomers: separatesCustomers(account) }
    await warehouse.changeCalendar(accountId, calendar, { onProgress, signal })
  },
)

/** Progress of the rebuild for the account's time zone; null when it is complete or there are no rows. */
export const rebuildStatus = (
  account: Pick<AccountRow, 'time_zone' | 'rebuild_done' | 'rebuild_total'>,
  { timeZone }: AccountDataStatus,
): RebuildProgress | null => {
  if (timeZone === undefined || isSameTimeZone(timeZone, account.time_zone)) return null
  return { done: account.rebuild_done, total: account.rebuild_total }
}
