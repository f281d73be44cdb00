import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
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
    // It stays due, so the next run of the job retries it; other reports must not wait for it.
    deps.log.error({ err: error, scheduleId: row.id, accountId: row.account_id }, 'scheduled report failed')
  }
}

/** Sends every due report, one at a time to limit the load on warehouses. */
export const sendDueReports = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'warehouse' | 'tableFiles' | 'mailer' | 'publicUrl'>,
  signal: AbortSignal,
): Promise<void> => {
  for (const row of await dueSchedules(deps.db, new Date(deps.clock.now()), BATCH)) {
    signal.throwIfAborted()
    await sendOne(deps, row, signal)
  }
}

export const sendDueReportsJob = handleJob(
  {
    name: 'send-due-reports',
    schema: z.object({}),
    schedule: '*/3 * * * *',
  },
  (
    deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'warehouse' | 'tableFiles' | 'mailer' | 'publicUrl'>,
    _data,
    { signal },
  ) => sendDueReports(deps, signal),
)
