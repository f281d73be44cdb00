import type { CADENCES } from '#contract/saved-reports.ts'
import { addDays, daysInMonth, type LocalDay, parseLocalDay, toWeekday } from '#domain/ranges/local-day.ts'
import { localDayOf, localHourUtc } from '#domain/ranges/time-zone.ts'
import type { Db } from '#server/db/database.ts'

export interface Cadence {
  readonly cadence: (typeof CADENCES)[number]
  /** 1 (Monday) to 7 */
  readonly weekday: number
  /** of the month; the last one where the month is shorter */
  readonly day: number
  /** of the account's local day */
  readonly hour: number
}

const isSendingDay = (day: LocalDay, { cadence, weekday, day: dayOfMonth }: Cadence): boolean => {
  if (cadence === 'daily') return true
  if (cadence === 'weekly') return toWeekday(day) === weekday
  const civil = parseLocalDay(day)
  return civil.day === Math.min(dayOfMonth, daysInMonth(civil.year, civil.month))
}

/** A monthly report is at most 31 days away, plus a margin for time zones a day ahead. */
const FARTHEST_DAYS = 33

/** The first send time after `after`; both epoch milliseconds. */
export const nextDue = (cadence: Cadence, after: number, timeZone: string): number => {
  const today = localDayOf(after, timeZone)
  for (let ahead = 0; ahead <= FARTHEST_DAYS; ahead += 1) {
    const day = addDays(today, ahead)
    if (!isSendingDay(day, cadence)) continue
    const due = localHourUtc(day, cadence.hour, timeZone)
    if (due > after) return due
  }
  throw new RangeError('A cadence without a day')
}

/** The last send time of a schedule that is due since `first`; all epoch milliseconds. */
export const latestDue = (
  cadence: Cadence,
  { first, now }: { first: number; now: number },
  timeZone: string,
): number => {
  let due = first
  for (let next = first; next <= now; next = nextDue(cadence, next, timeZone)) due = next
  return due
}

interface Move {
  readonly accountId: number
  /** IANA name */
  readonly timeZone: string
  /** epoch milliseconds */
  readonly now: number
}

/** Recomputes when schedules are due after a change of the time zone. Schedules that are already due stay due. */
export const moveSchedules = async (trx: Db, { accountId, timeZone, now }: Move): Promise<void> => {
  const rows = await trx
    .selectFrom('report_schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('next_due_at', '>', new Date(now))
    .execute()
  for (const row of rows) {
    await trx
      .updateTable('report_schedules')
      .set({ next_due_at: new Date(nextDue(row, now, timeZone)) })
      .where((eb) => eb.and({ account_id: accountId, id: row.id }))
      .execute()
  }
}
