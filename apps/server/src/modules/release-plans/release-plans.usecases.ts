import { fail, failFields } from '#contract/errors.ts'
import { MAX_WINES, type ReleasePlan } from '#contract/release-plans.ts'
import { toMajor } from '#domain/money.ts'
import { addDays, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { type ExpectedLine, neededBottles, RELEASE_LINES, type ReleaseLine, scaleLine } from '#domain/release-lines.ts'
import { expectRelease, type FinishedRelease, reviewReleases } from '#insights/release-plan/expect-release.ts'
import { nextReleaseDay } from '#insights/release-plan/next-release-day.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { loadAnalyticsSettings, type QuerySession, withConsistentVersion } from '#server/modules/analytics/index.ts'
import { listReleases } from '#server/modules/insights/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { equal, readChanges, readDeliveries, readMembers, readWines } from './read-club.ts'
import { countPlans, deletePlan, plansOfClub, type ReleasePlanRow, savePlan } from './release-plans.repo.ts'

/** A release belongs to the plan of a day so near. */
const NEAR_DAYS = 14
const USUAL_PAUSE = 91

/** The day of the next release: the first one ahead in the data, else the expected one, and not before tomorrow. */
const nextDay = (releases: readonly FinishedRelease[], today: LocalDay): LocalDay => {
  const ahead = releases.find(({ day }) => day >= today)
  if (ahead !== undefined) return ahead.day
  const expected = nextReleaseDay(releases.map(({ day }) => day)) ?? addDays(today, USUAL_PAUSE)
  return expected > today ? expected : addDays(today, 1)
}

const amountOf = (line: ReleaseLine, value: number, currency: string): number =>
  line === 'netSales' ? toMajor(value, currency) : value

const presentExpected = (line: ReleaseLine, expected: ExpectedLine, currency: string): ExpectedLine =>
  scaleLine(expected, (value) => amountOf(line, value, currency))

/** The finished release nearest to the day, within two weeks. */
const releaseNear = (finished: readonly FinishedRelease[], day: LocalDay): FinishedRelease | null => {
  const off = (one: FinishedRelease): number => Math.abs(diffDays(one.day, day))
  const [nearest] = finished.filter((one) => off(one) <= NEAR_DAYS).toSorted((a, b) => off(a) - off(b))
  return nearest ?? null
}

interface Context {
  readonly session: QuerySession
  readonly finished: readonly FinishedRelease[]
  readonly currency: string
}

/** A plan of the past next to the release that came of it. */
const comparePlan = async (
  { session, finished, currency }: Context,
  { id, day, lines, wines, saved_at }: ReleasePlanRow,
): Promise<ReleasePlan['past'][number]> => {
  const release = releaseNear(finished, day)
  const sold = release === null ? [] : await readWines(session, release.releaseId)
  return {
    id,
    day,
    savedDateUtc: saved_at.toISOString(),
    release: release && { releaseId: release.releaseId, day: release.day },
    lines: RELEASE_LINES.flatMap((line) => {
      const planned = lines[line]
      if (planned === null) return []
      const actual = release && amountOf(line, release[line], currency)
      return [{ line, planned: presentExpected(line, planned, currency), actual }]
    }),
    wines: wines.map(({ sku, bottles }) => ({
      sku,
      planned: lines.processed && neededBottles(lines.processed, bottles),
      actual: release && (sold.find((one) => one.sku === sku)?.units ?? 0),
    })),
  }
}

/** What the release before tells of the next one, of which `charged` members are expected to be charged. */
const readPrevious = async (
  { session, finished }: Context,
  club: string,
  { today, charged }: { readonly today: LocalDay; readonly charged: number | null },
): Promise<Pick<ReleasePlan, 'previous' | 'deliveries' | 'previousWines'>> => {
  const last = finished.at(-1)
  if (last === undefined) return { previous: null, deliveries: [], previousWines: [] }
  const { releaseId, day, members, processed } = last
  const [changes, deliveries, wines] = await Promise.all([
    readChanges(session, club, { from: day, until: addDays(today, 1) }),
    readDeliveries(session, releaseId),
    readWines(session, releaseId),
  ])
  const orders = deliveries.reduce((sum, one) => sum + one.orders, 0)
  const scale = charged === null || orders === 0 ? 1 : charged / orders
  return {
    previous: { releaseId, day, members, ...changes },
    deliveries: deliveries.map((one) => ({ ...one, orders: Math.round(one.orders * scale * 10) / 10 })),
    previousWines: (processed === 0 ? [] : wines)
      .slice(0, MAX_WINES)
      .map(({ sku, units }) => ({ sku, bottles: Math.ceil((units / processed) * 100) / 100 })),
  }
}

interface Asked {
  readonly club: string
  /** default: of the next release */
  readonly day?: LocalDay | undefined
}

/** What the next release of a club comes to, as far as the data of today tells. Errors: `subject.not_found` */
const readOutlook = async (session: QuerySession, { club, day: asked }: Asked, minorUnits: number, today: LocalDay) => {
  const [releases, people] = await Promise.all([
    listReleases({ session, minorUnits }, equal('clubName', club)),
    readMembers(session, club),
  ])
  if (people === null && releases.length === 0) throw fail('subject.not_found')
  const finished = releases.filter(({ day }) => day < today)
  const day = asked ?? nextDay(releases, today)
  const listed = releases.find((one) => one.day === day && day >= today)
  const { members: current, onHold } = people ?? { members: 0, onHold: 0 }
  // A release that is planned in the data may list its members.
  const members = listed !== undefined && listed.members > 0 ? listed.members : current
  const lines = expectRelease(finished, { day, members })
  return { day, members, lines, onHold, finished, isDayPlanned: listed !== undefined }
}

/** The next release of a club, or that of a day, with what was planned and what it came to before. Errors: `subject.not_found` */
export const readReleasePlan = async (deps: Deps, caller: Caller, asked: Asked): Promise<ReleasePlan> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const { currency, minorUnits } = settings
  const { today } = settings.calendar
  const { club } = asked
  const saved = await plansOfClub(deps.db, caller.accountId, club)
  return withConsistentVersion(deps, settings, async ({ openSession }) => {
    const session = openSession()
    const { day, isDayPlanned, members, onHold, lines, finished } = await readOutlook(session, asked, minorUnits, today)
    const context: Context = { session, finished, currency }
    const record = reviewReleases(finished)
    const last = finished.at(-1)
    const own = saved.find((one) => one.day === day)
    const [previous, past] = await Promise.all([
      readPrevious(context, club, { today, charged: lines.processed?.expected ?? null }),
      Promise.all(saved.filter((one) => one.day < today).map((one) => comparePlan(context, one))),
    ])
    return {
      ...{ club, day, isDayPlanned, members, onHold },
      ...previous,
      lines: RELEASE_LINES.map((line) => {
        const expected = lines[line]
        return {
          line,
          expected: expected && presentExpected(line, expected, currency),
          previous: last === undefined ? null : amountOf(line, last[line], currency),
          record: record[line],
        }
      }),
      wines: own?.wines ?? [],
      savedDateUtc: own?.saved_at.toISOString() ?? null,
      past,
    }
  })
}

/**
 * Keeps what a release is expected to come to today. Errors: `subject.not_found`, `request.invalid` for a day of the past and for a
 * club with too few releases to expect anything, `request.quota`.
 */
export const saveReleasePlan = async (
  deps: Deps,
  caller: Caller,
  { club, day, wines }: Pick<ReleasePlan, 'club' | 'day' | 'wines'>,
): Promise<ReleasePlan> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const { today } = settings.calendar
  const { members, lines } = await withConsistentVersion(deps, settings, ({ openSession }) =>
    readOutlook(openSession(), { club, day }, settings.minorUnits, today),
  )
  if (day < today) throw failFields('request.invalid', [{ field: 'day', message: 'Choose today or a later day' }])
  if (RELEASE_LINES.every((line) => lines[line] === null))
    throw failFields('request.invalid', [{ field: 'club', message: 'This club has too few releases to plan from' }])
  const { accountId } = caller
  await inTransaction(deps.db, async (trx) => {
    await assertRoom(trx, 'releasePlans', accountId, () => countPlans(trx, accountId))
    await savePlan(trx, {
      ...{ id: deps.ids.next(), account_id: accountId, club, day, members },
      lines: JSON.stringify(lines),
      wines: JSON.stringify(wines),
      saved_at: new Date(deps.clock.now()),
    })
  })
  return readReleasePlan(deps, caller, { club, day })
}

/** Deletes what was planned for a club's release of a day. Errors: `release_plan.not_found` */
export const removeReleasePlan = async (
  { db }: Deps,
  { accountId: account_id }: Caller,
  key: Pick<ReleasePlan, 'club' | 'day'>,
): Promise<void> => {
  if (!(await deletePlan(db, { account_id, ...key }))) throw fail('release_plan.not_found')
}
