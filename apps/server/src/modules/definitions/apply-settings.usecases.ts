import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
  type AccountRow,
  lockAccount,
  type SettingsChange,
  updateAccount,
} from '#server/modules/accounts/accounts.repo.ts'
import { checkDefinitions } from './check-definitions.ts'
import { moveSchedules } from './move-schedules.ts'
import { rebuildForZoneJob } from './rebuild-for-zone.job.ts'
import { saveProgress } from './rebuild-progress.repo.ts'

/** Columns of the account; choices that are left out stay as they are. */
export type AppliedSettings = Omit<SettingsChange, 'definitions'> & {
  readonly definitions?: Readonly<Record<string, string>> | undefined
}

/**
 * Changes what is given of the account's settings, and sees to what hangs on them. Definitions, currency, week and fiscal
 * year are read with each question, so they hold at once. Another time zone moves the rows: they stay as they were, and are
 * told as such, until a job has moved all of them. Settings and job are of one transaction.
 *
 * @throws Failure `request.invalid` naming `definitions.<choice>`, and `account.not_found`
 */
export const applySettings = async (
  deps: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  accountId: number,
  { definitions, ...columns }: AppliedSettings,
): Promise<AccountRow> => {
  if (definitions) checkDefinitions(definitions)
  return inTransaction(deps.db, async (trx) => {
    const before = await lockAccount(trx, accountId)
    if (!before) throw fail('account.not_found')
    const chosen = definitions && { definitions: JSON.stringify({ ...before.definitions, ...definitions }) }
    const after = (await updateAccount(trx, accountId, { ...columns, ...chosen })) ?? before
    if (after.time_zone === before.time_zone) return after
    await saveProgress(trx, accountId, { done: 0, total: 0 })
    await deps.jobs.send(trx, rebuildForZoneJob, { accountId })
    await moveSchedules(trx, { accountId, timeZone: after.time_zone, now: deps.clock.now() })
    return after
  })
}
