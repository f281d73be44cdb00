import { assertFound, failFields } from '#contract/errors.ts'
import type { InsightStep, InsightStepName } from '#contract/insight-progress.ts'
import type { InsightSummary } from '#contract/insights.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { isPermitted } from '#domain/role.ts'
import { upperFirst } from '#domain/text.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { notify } from '#server/modules/notifications/index.ts'
import { presentSummary } from './insight.present.ts'
import { addStep, insightReaders, listSteps, type NewStep } from './store/insight-steps.repo.ts'
import { findInsight, type InsightRow, type ReadInsightRow, updateInsight } from './store/insights.repo.ts'
import { renderInsight } from './text/render-insight.ts'

const MAX_SNOOZE_DAYS = 366

export const accountToday = ({ clock }: Deps, { account }: Caller): LocalDay =>
  localDayOf(clock.now(), account.timeZone)

/** Errors: `insight.not_found`. */
export const loadInsight = async (db: Db, caller: Caller, id: string): Promise<ReadInsightRow> =>
  assertFound(await findInsight(db, caller, id), 'insight.not_found')

interface Change {
  readonly columns: Partial<Pick<InsightRow, 'snoozed_until' | 'assigned_to' | 'acted_at' | 'done_at'>>
  readonly step: InsightStepName
  readonly of?: Pick<NewStep, 'until_day' | 'assignee_id'>
}

/** Changes an insight and notes it in its history, unless `decide` finds nothing to change. */
const change = (
  deps: Deps,
  caller: Caller,
  id: string,
  decide: (row: ReadInsightRow, at: Date) => Change | null,
  after?: (trx: Db, row: ReadInsightRow, stepId: string) => Promise<void>,
): Promise<InsightSummary> =>
  inTransaction(deps.db, async (trx) => {
    const { accountId, culture } = caller
    const at = new Date(deps.clock.now())
    const row = await loadInsight(trx, caller, id)
    const decided = decide(row, at)
    if (decided !== null) {
      const stepId = deps.ids.next()
      await updateInsight(trx, { account_id: accountId, id }, decided.columns)
      await addStep(trx, caller, { id: stepId, insight_id: id, step: decided.step, at, ...decided.of })
      await after?.(trx, row, stepId)
    }
    return presentSummary(await loadInsight(trx, caller, id), { culture, today: accountToday(deps, caller) })
  })

/** Errors: `insight.not_found`, `request.invalid` for a day that is not within a year from tomorrow. */
export const snooze = async (
  deps: Deps,
  caller: Caller,
  { id, until }: { readonly id: string; readonly until: LocalDay | null },
): Promise<InsightSummary> => {
  const today = accountToday(deps, caller)
  if (until !== null && (until <= today || until > addDays(today, MAX_SNOOZE_DAYS)))
    throw failFields('request.invalid', [{ field: 'until', message: 'Choose a day from tomorrow to a year from now' }])
  return change(deps, caller, id, (row) => {
    if (row.snoozed_until === until) return null
    const step = until === null ? 'woken' : 'snoozed'
    return { columns: { snoozed_until: until }, step, of: { until_day: until } }
  })
}

/** Users whom the caller may assign insights to, by name. */
export const assigneesFor = async ({ db }: Deps, { accountId, userId, roles }: Caller) => {
  const readers = await insightReaders(db, accountId)
  return readers
    .filter(({ id }) => id === userId || isPermitted(roles, 'sharing'))
    .map(({ id, firstName, lastName }) => ({ userId: id, name: `${firstName} ${lastName}` }))
}

/** Errors: `request.invalid` for a user whom the caller may not assign anything to. */
export const assertAssignable = async (deps: Deps, caller: Caller, userId: string): Promise<void> => {
  if ((await assigneesFor(deps, caller)).some((one) => one.userId === userId)) return
  const message = isPermitted(caller.roles, 'sharing')
    ? 'This person can’t open insights in this account'
    : 'Your role lets you assign only yourself'
  throw failFields('request.invalid', [{ field: 'userId', message }])
}

const notifyAssignee = async (
  deps: Deps,
  trx: Db,
  { caller, row, userId, event }: { caller: Caller; row: InsightRow; userId: string; event: string },
): Promise<void> => {
  const readers = await insightReaders(trx, caller.accountId)
  const assigner = readers.find((reader) => reader.id === caller.userId)
  const assignee = readers.find((reader) => reader.id === userId)
  const { title, sentences } = renderInsight(row.facts, assignee?.culture ?? caller.culture, row.rephrased)
  const by = assigner === undefined ? 'A colleague' : `${assigner.firstName} ${assigner.lastName}`
  await notify(deps, trx, {
    accountId: caller.accountId,
    kind: 'insightAssigned',
    to: { userIds: [userId] },
    subject: `Assigned to you: ${upperFirst(title)}`,
    event: `insight assigned ${event}`,
    paragraphs: [`${by} assigned an insight to you.`, `${upperFirst(title)}. ${sentences[0] ?? ''}`],
    link: { label: 'View insight', path: `/ai/insights/${row.id}` },
  })
}

/** Errors: `insight.not_found`, `request.invalid` for a user whom the caller may not assign insights to. */
export const assign = async (
  deps: Deps,
  caller: Caller,
  { id, userId }: { readonly id: string; readonly userId: string | null },
): Promise<InsightSummary> => {
  await loadInsight(deps.db, caller, id)
  if (userId !== null) await assertAssignable(deps, caller, userId)
  const decide = ({ assigned_to }: ReadInsightRow): Change | null =>
    assigned_to === userId
      ? null
      : {
          columns: { assigned_to: userId },
          step: userId === null ? 'unassigned' : 'assigned',
          of: { assignee_id: userId },
        }
  return change(deps, caller, id, decide, async (trx, row, event) => {
    if (userId !== null && userId !== caller.userId) await notifyAssignee(deps, trx, { caller, row, userId, event })
  })
}

/** Errors: `insight.not_found`. */
export const setDone = (
  deps: Deps,
  caller: Caller,
  { id, done }: { readonly id: string; readonly done: boolean },
): Promise<InsightSummary> =>
  change(deps, caller, id, ({ done_at }, at) => {
    if ((done_at !== null) === done) return null
    return { columns: { done_at: done ? at : null }, step: done ? 'done' : 'reopened' }
  })

/** Notes the first time that somebody acted on an insight, or takes it back. Errors: `insight.not_found`. */
export const setActed = (
  deps: Deps,
  caller: Caller,
  { id, acted }: { readonly id: string; readonly acted: boolean },
): Promise<InsightSummary> =>
  change(deps, caller, id, ({ acted_at }, at) => {
    if ((acted_at !== null) === acted) return null
    return { columns: { acted_at: acted ? at : null }, step: acted ? 'acted' : 'actionUndone' }
  })

/** Errors: `insight.not_found`. */
export const listInsightHistory = async (deps: Deps, caller: Caller, id: string): Promise<InsightStep[]> => {
  await loadInsight(deps.db, caller, id)
  const steps = await listSteps(deps.db, caller.accountId, id)
  return steps.map(({ at, ...step }) => ({ ...step, utc: at.toISOString() }))
}
