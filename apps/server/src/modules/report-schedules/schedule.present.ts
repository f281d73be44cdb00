import type { Schedule } from '#contract/saved-reports.ts'
import type { ScheduleRow } from './schedules.repo.ts'

export const presentSchedule = (row: ScheduleRow): Schedule => ({
  id: row.id,
  reportId: row.report_id,
  createdBy: row.user_id,
  cadence: row.cadence,
  weekday: row.weekday,
  day: row.day,
  hour: row.hour,
  recipients: row.recipients,
  attachment: row.attachment,
  lastSentUtc: row.last_sent_at?.toISOString() ?? null,
  nextDueUtc: row.next_due_at.toISOString(),
})
