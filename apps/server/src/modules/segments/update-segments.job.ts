import { z } from 'zod'
import { Failure } from '#contract/errors.ts'
import { ReportDefinition } from '#contract/report-definition.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import type { Dialect } from '#semantic/catalog/dialect.ts'
import { compileMembers } from '#semantic/compiler/compile-members.ts'
import type { Deps } from '#server/deps.ts'
import { defineJob, handleJob, scheduledJob } from '#server/jobs/job.ts'
import { findAccount, toAccountSettings } from '#server/modules/accounts/index.ts'
import { type AnalyticsSettings, compilerOptions, loadAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { rejectInvalidQueries, resolveServices } from '#server/modules/reports/index.ts'
import { dataLoaded, isSyncing } from '#server/modules/services/index.ts'
import { subscribe } from '#server/platform/events.ts'
import type { Question, SegmentRules } from '#warehouse/engine.ts'
import { segmentQuery } from './segment-query.ts'
import {
  accountsWithSegments,
  countSegments,
  noteUpdated,
  readSegments,
  type SegmentRow,
  updateSegment,
} from './segments.repo.ts'

/** Brings the members of all segments of an account up to date. One at a time, so that the last one has the latest conditions. */
export const updateSegmentsJob = defineJob({
  name: 'update-segments',
  schema: z.object({ accountId: z.number().int() }),
  limitBy: { field: 'accountId', limit: 1 },
})

/** Who is in a segment while its conditions cannot be answered: those who were. */
const sameMembers =
  (id: string): Question =>
  ({ table, placeholder }: Dialect) => ({
    sql: `SELECT service_id, person_id FROM ${table('segment_members')} AS m WHERE segment_id = ${placeholder(1, 'text')} AND until IS NULL`,
    params: [id],
  })

interface Members {
  readonly members: Question
  /** why its conditions cannot be answered; null: they can */
  readonly problem: string | null
}

const findMembers = async (deps: Deps, settings: AnalyticsSettings, row: SegmentRow): Promise<Members> => {
  try {
    return await rejectInvalidQueries(async () => {
      const definition = ReportDefinition.parse(row.definition)
      const query = segmentQuery(await resolveServices(deps, settings, definition), settings)
      const options = compilerOptions(deps.warehouse, settings)
      compileMembers(query, options)
      return { members: (dialect) => compileMembers(query, { ...options, dialect }), problem: null }
    })
  } catch (error) {
    if (!(error instanceof Failure && error.items.some(({ code }) => code === 'report.invalid'))) throw error
    return { members: sameMembers(row.id), problem: error.items.map(({ message }) => message).join(' ') }
  }
}

/** Nothing happens while services sync: the last load of several updates. */
export const updateSegmentsHandler = handleJob(updateSegmentsJob, async (deps: Deps, { accountId }) => {
  const { db, warehouse } = deps
  const account = await findAccount(db, accountId)
  if (!account || (await isSyncing(db, accountId))) return
  const settings = await loadAnalyticsSettings(deps, { accountId, account: toAccountSettings(account) })
  const rules: SegmentRules[] = []
  const rows = await readSegments(db, accountId)
  for (const row of rows) {
    const { members, problem } = await findMembers(deps, settings, row)
    if (problem !== row.problem) await updateSegment(db, row, { problem })
    rules.push({ id: row.id, members, isNew: row.started_day === null })
  }
  const day = settings.calendar.today
  await warehouse.updateSegments(accountId, { day, segments: rules })
  if (rows.length > 0) await noteUpdated(db, accountId, { ids: rows.map(({ id }) => id), day })
})

/** Another day may change who meets conditions, also without new data. */
export const dueSegmentsHandler = scheduledJob(
  { name: 'due-segments', schedule: '*/20 * * * *' },
  async ({ db, clock, jobs }: Deps) => {
    for (const { id, timeZone, updatedDay } of await accountsWithSegments(db))
      if (updatedDay < localDayOf(clock.now(), timeZone)) await jobs.send(db, updateSegmentsJob, { accountId: id })
  },
)

export const updateSegmentsOfLoadedData = subscribe(dataLoaded, async ({ db, jobs }: Deps, { accountId }) => {
  if ((await countSegments(db, accountId)) > 0) await jobs.send(db, updateSegmentsJob, { accountId })
})
