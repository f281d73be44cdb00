import { assertFound, fail, failFields } from '#contract/errors.ts'
import type { MeasurePlan, Plan, PlanHead, SavedPlan } from '#contract/plans.ts'
import { fromUnits, toUnits } from '#domain/money.ts'
import { addMonths, type LocalDay } from '#domain/ranges/local-day.ts'
import { inPlanOrder, monthsOfYear, plannableMeasure } from '#domain/winery-plan.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { paceJob } from './paces.job.ts'
import {
  deleteVersion,
  endCurrent,
  findVersion,
  insertVersion,
  lockVersion,
  type PlanAmount,
  type PlanVersion,
  readAmounts,
  readPlannedMeasures,
  readVersions,
  replaceAmounts,
  updateVersion,
} from './plans.repo.ts'

export type PlanOwner = Pick<Caller, 'accountId' | 'account'>

const presentMeasures = (
  amounts: readonly PlanAmount[],
  months: readonly LocalDay[],
  { account }: PlanOwner,
): MeasurePlan[] =>
  [...Map.groupBy(amounts.toSorted(inPlanOrder), ({ measure }) => measure)].map(([measure, ofMeasure]) => ({
    measure,
    breakdown: ofMeasure[0]?.breakdown ?? 'none',
    rows: [...Map.groupBy(ofMeasure, ({ value }) => value)].map(([value, ofValue]) => {
      const { unit } = plannableMeasure(measure)
      const byMonth = new Map(ofValue.map(({ month, amount }) => [month, toUnits(unit, amount, account.currency)]))
      return { value: value === '' ? null : value, amounts: months.map((month) => byMonth.get(month) ?? null) }
    }),
  }))

const presentPlan = (version: PlanVersion, amounts: readonly PlanAmount[], owner: PlanOwner): Plan => {
  const { id, name, year, is_current: isCurrent } = version
  const months = monthsOfYear(year, owner.account)
  const measures = presentMeasures(amounts, months, owner)
  return { id, name, year, isCurrent, version: version.version, months, measures }
}

export const listPlans = async ({ db }: Deps, { accountId }: PlanOwner): Promise<PlanHead[]> => {
  const versions = await readVersions(db, accountId)
  const measures = Map.groupBy(await readPlannedMeasures(db, accountId), ({ plan_id }) => plan_id)
  return versions.map(({ id, name, year, is_current: isCurrent }) => ({
    ...{ id, name, year, isCurrent },
    measures: (measures.get(id) ?? []).map(({ measure }) => measure),
  }))
}

/** Errors: `plan.not_found`. */
export const getPlan = async ({ db }: Deps, owner: PlanOwner, id: string): Promise<Plan> => {
  const key = { account_id: owner.accountId, id }
  return presentPlan(assertFound(await findVersion(db, key), 'plan.not_found'), await readAmounts(db, key), owner)
}

/** The first version of a year is its current one. Errors: `request.quota`, `plan.not_found` for the copied one. */
export const createPlan = (
  { db, clock, ids }: Deps,
  owner: PlanOwner,
  { name, year, copyOf }: { readonly name: string; readonly year: number; readonly copyOf?: string | undefined },
): Promise<Plan> =>
  inTransaction(db, async (trx) => {
    const { accountId } = owner
    await assertRoom(trx, 'plans', accountId, async () => (await readVersions(trx, accountId)).length)
    const now = new Date(clock.now())
    const isFirst = !(await readVersions(trx, accountId)).some((one) => one.year === year)
    const id = ids.next()
    const version = await insertVersion(trx, {
      ...{ id, account_id: accountId, name, year, is_current: isFirst, created_at: now, updated_at: now },
    })
    if (copyOf === undefined) return presentPlan(version, [], owner)
    const source = { account_id: accountId, id: copyOf }
    const copied = assertFound(await findVersion(trx, source), 'plan.not_found')
    const months = (copied.year - year) * 12
    const amounts = (await readAmounts(trx, source)).map((amount) => ({
      ...amount,
      plan_id: id,
      month: addMonths(amount.month, -months),
    }))
    await replaceAmounts(trx, { account_id: accountId, id }, amounts)
    return presentPlan(version, amounts, owner)
  })

/** Rows have values of the measure's breakdown, each once, or are of what has none; no value without a breakdown. */
const assertRows = (measures: readonly MeasurePlan[]): void => {
  const problems = measures.flatMap(({ measure, breakdown, rows }, index) => {
    const { title, by } = plannableMeasure(measure)
    const field = `measures[${index}]`
    if (breakdown !== 'none' && by[breakdown] === undefined)
      return [{ field: `${field}.breakdown`, message: `${title} can’t be planned by ${breakdown}` }]
    const wrong = rows.findIndex(({ value }) => value !== null && breakdown === 'none')
    if (wrong >= 0) return [{ field: `${field}.rows[${wrong}].value`, message: 'This row does not fit the breakdown' }]
    const repeated = rows.findIndex(({ value }, at) => rows.findIndex((row) => row.value === value) < at)
    return repeated < 0 ? [] : [{ field: `${field}.rows[${repeated}].value`, message: 'There is a row for this' }]
  })
  if (problems.length > 0) throw failFields('request.invalid', problems)
}

const storedAmounts = (
  { account_id, id, year }: PlanVersion,
  measures: readonly MeasurePlan[],
  { account }: PlanOwner,
): PlanAmount[] => {
  const months = monthsOfYear(year, account)
  return measures.flatMap(({ measure, breakdown, rows }) =>
    rows.flatMap(({ value, amounts }) =>
      amounts.flatMap((amount, index) => {
        const month = months[index]
        if (amount === null || month === undefined) return []
        const stored = fromUnits(plannableMeasure(measure).unit, amount, account.currency)
        return [{ account_id, plan_id: id, measure, breakdown, value: value ?? '', month, amount: stored }]
      }),
    ),
  )
}

/** Saves all of a version or nothing. Errors: `plan.not_found`, `plan.stale`, `request.invalid`. */
export const savePlan = (
  deps: Deps,
  owner: PlanOwner,
  id: string,
  { name, isCurrent, measures, version: read }: SavedPlan,
): Promise<Plan> => {
  assertRows(measures)
  return inTransaction(deps.db, async (trx) => {
    const key = { account_id: owner.accountId, id }
    const version = assertFound(await lockVersion(trx, key), 'plan.not_found')
    if (read !== undefined && read !== version.version) throw fail('plan.stale')
    if (isCurrent) await endCurrent(trx, owner.accountId, version.year)
    const saved = await updateVersion(trx, key, {
      ...{ name, is_current: isCurrent, version: version.version + 1, updated_at: new Date(deps.clock.now()) },
    })
    const amounts = storedAmounts(version, measures, owner)
    await replaceAmounts(trx, key, amounts)
    await deps.jobs.send(trx, paceJob, { accountId: owner.accountId })
    return presentPlan(saved, amounts, owner)
  })
}

/** Errors: `plan.not_found`. */
export const removePlan = async ({ db }: Deps, owner: PlanOwner, id: string): Promise<PlanVersion> => {
  const key = { account_id: owner.accountId, id }
  const version = assertFound(await findVersion(db, key), 'plan.not_found')
  await deleteVersion(db, key)
  return version
}
