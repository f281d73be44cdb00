import { failFields } from '#contract/errors.ts'
import type { InsightList } from '#contract/insights.ts'
import { isInsightKind } from '#insights/registry.ts'
import { inSnapshot } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { presentDetail, presentSummary } from './insight.present.ts'
import { accountToday, loadInsight } from './progress.usecases.ts'
import { lastRun } from './store/analysis-runs.repo.ts'
import { countUnread, type InsightFilter, listInsights, saveAnswer, setDismissed } from './store/insights.repo.ts'
import { unanalyzedFor } from './unanalyzed.usecases.ts'

type ListInput = Omit<InsightFilter, 'kind' | 'today'> & {
  readonly kind?: string | undefined
  readonly dismissed: boolean
}

/** Errors: `request.invalid` for an unknown kind. */
export const listFor = async (
  deps: Deps,
  caller: Caller,
  { kind, dismissed, ...input }: ListInput,
): Promise<InsightList> => {
  const { db } = deps
  if (kind !== undefined && !isInsightKind(kind))
    throw failFields('request.invalid', [{ field: 'kind', message: 'Unknown kind of insight' }])
  const today = accountToday(deps, caller)
  const filter: InsightFilter = { ...input, state: dismissed ? 'dismissed' : input.state, kind, today }
  const [{ page, unread, run }, unanalyzed] = await Promise.all([
    inSnapshot(db, async (snapshot) => ({
      page: await listInsights(snapshot, caller, filter),
      unread: await countUnread(snapshot, caller, today),
      run: await lastRun(snapshot, caller.accountId),
    })),
    unanalyzedFor(deps, caller),
  ])
  return {
    items: page.items.map((row) => presentSummary(row, { culture: caller.culture, today })),
    total: page.total,
    unread,
    lookedUtc: run?.analyzed_at.toISOString() ?? null,
    lookedUntil: run?.analyzed_until ?? null,
    lookedAt: run?.series_count ?? null,
    // Before the first run nothing is said at all.
    unanalyzed: run === undefined ? [] : [...unanalyzed],
  }
}

/** Errors: `insight.not_found`. */
export const getInsightDetail = async (deps: Deps, caller: Caller, id: string) => {
  const row = await loadInsight(deps.db, caller, id)
  const status = await deps.warehouse.status(caller.accountId)
  const { culture, accountType, roles, account } = caller
  const timeZone = status.timeZone ?? account.timeZone
  const today = accountToday(deps, caller)
  return presentDetail(row, { culture, today, accountType, roles, timeZone, dataVersion: status.dataVersion })
}

const summaryOf = async (deps: Deps, caller: Caller, id: string) =>
  presentSummary(await loadInsight(deps.db, caller, id), { culture: caller.culture, today: accountToday(deps, caller) })

/** Errors: `insight.not_found`. */
export const markRead = async (deps: Deps, caller: Caller, id: string) => {
  await loadInsight(deps.db, caller, id)
  await saveAnswer(deps.db, caller, { insightId: id, at: new Date(deps.clock.now()), read: true })
  return summaryOf(deps, caller, id)
}

/** Errors: `insight.not_found`. */
export const saveFeedback = async (
  deps: Deps,
  caller: Caller,
  { id, useful }: { id: string; useful: boolean | null },
) => {
  await loadInsight(deps.db, caller, id)
  await saveAnswer(deps.db, caller, { insightId: id, at: new Date(deps.clock.now()), useful })
  return summaryOf(deps, caller, id)
}

/** Errors: `insight.not_found`. */
export const setInsightDismissed = async (deps: Deps, caller: Caller, id: string, isAway: boolean) => {
  await loadInsight(deps.db, caller, id)
  const { accountId } = caller
  await setDismissed(deps.db, { accountId, id }, isAway ? new Date(deps.clock.now()) : null)
  return summaryOf(deps, caller, id)
}
