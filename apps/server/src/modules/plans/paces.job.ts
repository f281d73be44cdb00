import { z } from 'zod'
import { earlierDay, type LocalDay, startOfMonth } from '#domain/ranges/local-day.ts'
import { type PlanMeasureId, plannableMeasure } from '#domain/winery-plan.ts'
import type { MonthPace, PaceInput } from '#insights/pace/month-pace.ts'
import type { Deps } from '#server/deps.ts'
import { defineJob, handleJob } from '#server/jobs/job.ts'
import { findAccount, readHolidayCountry, toAccountSettings } from '#server/modules/accounts/index.ts'
import {
  type AnalyticsSettings,
  loadAnalyticsSettings,
  readClubReleases,
  readPaces,
  readWineryPlan,
  withConsistentVersion,
} from '#server/modules/analytics/index.ts'
import { dataLoaded } from '#server/modules/services/index.ts'
import { askWorker } from '#server/platform/ask-worker.ts'
import { subscribe } from '#server/platform/events.ts'
import { historyBefore, measureQuery, readMeasureDays } from './measure-days.ts'
import { savePaces } from './plans.repo.ts'

/** Works out what the months of an account's plan are made of. */
export const paceJob = defineJob({
  name: 'plan-paces',
  schema: z.object({ accountId: z.number().int() }),
  pollSeconds: 2,
})

/** Serializable, for a worker thread. */
export type PaceTask = Omit<PaceInput, 'holidays'> & { readonly country: string | null }

/** A fit takes a part of a second, so it runs in a thread of its own. */
const paceInWorker = async (task: PaceTask, signal: AbortSignal): Promise<readonly MonthPace[]> =>
  (await askWorker<MonthPace[]>(new URL('./paces.worker.ts', import.meta.url), task, signal)) ?? []

/**
 * Months are learned from what came before them, those ahead from all whole months. The running month comes first. `asOf`: the first day
 * after the history.
 */
const dueMonths = async ({ db }: Deps, { accountId, calendar }: AnalyticsSettings) => {
  const thisMonth = startOfMonth(calendar.today)
  const known = new Set(
    (await readPaces(db, accountId)).map(({ measure, month, as_of }) => `${measure} ${month} ${as_of}`),
  )
  const plan = await readWineryPlan(db, accountId)
  const due = plan.flatMap(({ measure, months }) => {
    const wanted = [...new Set(months.map(({ month }) => month))].toSorted()
    const byHistory = Map.groupBy(wanted, (month) => earlierDay(month, thisMonth))
    return [...byHistory].flatMap(([asOf, all]) => {
      const missing = all.filter((month) => !known.has(`${measure} ${month} ${asOf}`))
      return missing.length === 0 ? [] : [{ measure, asOf, months: missing }]
    })
  })
  return due.toSorted((one, other) => other.asOf.localeCompare(one.asOf))
}

/** An order varies like a third as many equal ones of this size. */
const MONEY_UNIT_ORDERS = 3

/** Stores what the months of the plan are made of, where that is not known yet. */
const refreshPaces = async (deps: Deps, accountId: number, signal: AbortSignal): Promise<void> => {
  const account = await findAccount(deps.db, accountId)
  if (!account || account.deleted_at !== null) return
  const settings = await loadAnalyticsSettings(deps, { accountId, account: toAccountSettings(account) })
  const due = await dueMonths(deps, settings)
  if (due.length === 0) return
  const country = await readHolidayCountry(deps.db, accountId)
  const runs = (await readClubReleases(deps, settings)).map(({ day }) => day)
  for (const { measure, asOf, months } of due) {
    const { ordinary, club, unit } = await withConsistentVersion(deps, settings, async ({ openSession }) => {
      const reader = { session: openSession(signal), settings }
      const days = await readMeasureDays(reader, measure, historyBefore(asOf), runs)
      return { ...days, unit: await readUnit(reader, measure, asOf) }
    })
    const paces = await paceInWorker({ days: ordinary, months, club, unit, country }, signal)
    await savePaces(
      deps.db,
      paces.map((pace, index) => ({
        account_id: accountId,
        measure,
        month: months[index] ?? asOf,
        as_of: asOf,
        pace: JSON.stringify(pace),
      })),
    )
  }
}

/** The amount per random event: of money, that of a few average orders. */
const readUnit = async (
  { session, settings }: Parameters<typeof readMeasureDays>[0],
  measure: PlanMeasureId,
  until: LocalDay,
): Promise<number> => {
  if (plannableMeasure(measure).unit === 'count') return 1
  const [[average] = []] = await session.rows(measureQuery(measure, historyBefore(until), { columnId: 'averageOrder' }))
  return Math.max(1, MONEY_UNIT_ORDERS * Number(average ?? 0) * settings.minorUnits)
}

export const paceHandler = handleJob(paceJob, (deps: Deps, { accountId }, { signal }) =>
  refreshPaces(deps, accountId, signal),
)

export const refreshPacesOfLoadedData = subscribe(dataLoaded, ({ db, jobs }: Deps, { accountId }) =>
  jobs.send(db, paceJob, { accountId }),
)
