import type { z } from 'zod'
import { fail, failFields } from '#contract/errors.ts'
import { ReportDefinition } from '#contract/report-definition.ts'
import type { Segment, SegmentInput } from '#contract/segments.ts'
import { segmentColumn } from '#domain/segments.ts'
import { isSameText } from '#domain/text.ts'
import { isColumnLabel } from '#semantic/catalog/catalog.ts'
import { compileMembers } from '#semantic/compiler/compile-members.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { lockAccount, updateAccount } from '#server/modules/accounts/index.ts'
import { compilerOptions, loadAnalyticsSettings, withConsistentVersion } from '#server/modules/analytics/index.ts'
import { rejectInvalidQueries, resolveServices } from '#server/modules/reports/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { readSegmentDays, readSegmentSales } from './segment-days.ts'
import { conditionsOf, segmentQuery } from './segment-query.ts'
import {
  countSegments,
  deleteSegment,
  findSegment,
  insertSegment,
  readSegments,
  type SegmentRow,
  updateSegment,
} from './segments.repo.ts'
import { updateSegmentsJob } from './update-segments.job.ts'

type Input = z.output<typeof SegmentInput>
const SHOWN_DAYS = { list: 30, page: 365 } as const

const present = async (
  deps: Deps,
  caller: Caller,
  rows: readonly SegmentRow[],
  shown: keyof typeof SHOWN_DAYS,
): Promise<Segment[]> => {
  if (rows.length === 0) return []
  const settings = await loadAnalyticsSettings(deps, caller)
  const { today } = settings.calendar
  // the list is asked for again and again until all are computed
  const isComputing = rows.some(({ started_day }) => started_day === null)
  const [daysOf, sales] = await withConsistentVersion(deps, settings, ({ openSession }) => {
    const session = openSession()
    const days = readSegmentDays(session, { today, count: SHOWN_DAYS[shown] })
    return Promise.all([days, isComputing ? null : readSegmentSales(session)])
  })
  return rows.map((row) => ({
    id: row.id,
    columnId: segmentColumn(row).key,
    name: row.name,
    definition: ReportDefinition.parse(row.definition),
    startedOn: row.started_day,
    conditionsChangedOn: row.conditions_changed_day,
    problem: row.problem,
    createdDateUtc: row.created_at.toISOString(),
    days: row.started_day === null ? [] : daysOf(row.id, row.started_day),
    netSales: sales && (sales.get(row.id) ?? 0),
  }))
}

const presentOne = async (deps: Deps, caller: Caller, row: SegmentRow): Promise<Segment> => {
  const [segment] = await present(deps, caller, [row], 'page')
  if (segment === undefined) throw new Error('A segment was not presented')
  return segment
}

const assertFound = (row: SegmentRow | undefined): SegmentRow => {
  if (row === undefined) throw fail('segment.not_found')
  return row
}

/** By name. */
export const listSegments = async (deps: Deps, caller: Caller): Promise<Segment[]> =>
  present(deps, caller, await readSegments(deps.db, caller.accountId), 'list')

/** Errors: `segment.not_found`. */
export const readSegment = async (deps: Deps, caller: Caller, id: string): Promise<Segment> =>
  presentOne(deps, caller, assertFound(await findSegment(deps.db, { account_id: caller.accountId, id })))

const assertConditions = (deps: Deps, caller: Caller, definition: ReportDefinition): Promise<void> =>
  rejectInvalidQueries(async () => {
    const settings = await loadAnalyticsSettings(deps, caller)
    const query = segmentQuery(await resolveServices(deps, caller, definition), settings)
    compileMembers(query, compilerOptions(deps.warehouse, settings))
  })

const assertName = (name: string, others: readonly SegmentRow[]): void => {
  const { label } = segmentColumn({ id: '', name })
  const isTaken = isColumnLabel('customers', label) || others.some((one) => isSameText(one.name, name))
  if (isTaken)
    throw failFields('request.invalid', [{ field: 'name', message: `There is already a segment called ${name}` }])
}

/** Makes the segments columns of the account's reports, and has their members computed. */
const publish = async (trx: Db, jobs: Deps['jobs'], accountId: number): Promise<void> => {
  const rows = await readSegments(trx, accountId)
  await updateAccount(trx, accountId, { segments: JSON.stringify(rows.map(({ id, name }) => ({ id, name }))) })
  await jobs.send(trx, updateSegmentsJob, { accountId })
}

const changing = <T>({ db }: Deps, { accountId }: Caller, work: (trx: Db) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    if (!(await lockAccount(trx, accountId))) throw fail('account.not_found')
    return work(trx)
  })

/** Errors: `report.invalid` for what says no set of customers; `request.invalid` naming `name`; `request.quota`. */
export const createSegment = async (deps: Deps, caller: Caller, { name, definition }: Input): Promise<Segment> => {
  const { accountId } = caller
  await assertConditions(deps, caller, definition)
  const now = new Date(deps.clock.now())
  const row = await changing(deps, caller, async (trx) => {
    await assertRoom(trx, 'segments', accountId, () => countSegments(trx, accountId))
    assertName(name, await readSegments(trx, accountId))
    const added = await insertSegment(trx, {
      id: deps.ids.next().replaceAll('-', ''),
      account_id: accountId,
      name,
      definition: JSON.stringify(conditionsOf(definition)),
      created_at: now,
      updated_at: now,
    })
    await publish(trx, deps.jobs, accountId)
    return added
  })
  return presentOne(deps, caller, row)
}

/** Errors: as `createSegment`, and `segment.not_found`. */
export const changeSegment = async (
  deps: Deps,
  caller: Caller,
  id: string,
  { name, definition }: Input,
): Promise<Segment> => {
  const { accountId } = caller
  await assertConditions(deps, caller, definition)
  const { today } = (await loadAnalyticsSettings(deps, caller)).calendar
  const row = await changing(deps, caller, async (trx) => {
    const before = assertFound(await findSegment(trx, { account_id: accountId, id }))
    assertName(
      name,
      (await readSegments(trx, accountId)).filter((one) => one.id !== id),
    )
    const conditions = JSON.stringify(conditionsOf(definition))
    const isSame = conditions === JSON.stringify(ReportDefinition.parse(before.definition))
    const changed = await updateSegment(trx, before, {
      name,
      definition: conditions,
      updated_at: new Date(deps.clock.now()),
      ...(isSame || before.started_day === null ? {} : { conditions_changed_day: today }),
    })
    await publish(trx, deps.jobs, accountId)
    return assertFound(changed)
  })
  return presentOne(deps, caller, row)
}

/** Returns its name. Errors: `segment.not_found`. */
export const removeSegment = (deps: Deps, caller: Caller, id: string): Promise<string> =>
  changing(deps, caller, async (trx) => {
    const { name } = assertFound(await deleteSegment(trx, { account_id: caller.accountId, id }))
    await publish(trx, deps.jobs, caller.accountId)
    return name
  })
