import type { Deps } from '#server/deps.ts'
import { dueSchedules, type ScheduleRow } from './schedules.repo.ts'
import { sendSchedule } from './send-schedule.ts'

const BATCH = 100

const sendOne = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'warehouse' | 'tableFiles' | 'mailer' | 'publicUrl'>,
  row: ScheduleRow,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await sendSchedule(deps, row, signal)
  } catch (error) {
    signal.throwIfAborted()
    // It stays due, so the next look tries again; the others must not wait for it.
    deps.log.error({ err: error, scheduleId: row.id, accountId: row.account_id }, 'scheduled report failed')
  }
}

/** Sends every report whose time has come, one after another: a report is work for the account's warehouse. */
export const sendDueReports = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'warehouse' | 'tableFiles' | 'mailer' | 'publicUrl'>,
  signal: AbortSignal,
): Promise<void> => {
  for (const row of await dueSchedules(deps.db, new Date(deps.clock.now()), BATCH)) {
    signal.throwIfAborted()
    await sendOne(deps, row, signal)
  }
}
