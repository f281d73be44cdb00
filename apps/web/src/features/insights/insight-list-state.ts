import type { AccountStatus } from '#contract/account.ts'
import type { InsightList, InsightSummary } from '#contract/insights.ts'
import type { InsightsView } from './insights-address.ts'

const isCounted = ({ read, dismissed }: InsightSummary): boolean => !read && !dismissed

/** The list after one of its insights was read, rated, dismissed or restored. */
export const withInsight = (list: InsightList, changed: InsightSummary): InsightList => {
  const before = list.items.find(({ insightId }) => insightId === changed.insightId)
  if (before === undefined) return list
  return {
    ...list,
    items: list.items.map((item) => (item === before ? { ...item, ...changed } : item)),
    unread: Math.max(0, list.unread + Number(isCounted(changed)) - Number(isCounted(before))),
  }
}

/** The items a list shows: a dismissed insight leaves it immediately and returns to its position when restored. */
export const inList = (items: readonly InsightSummary[], ofDismissed: boolean): readonly InsightSummary[] =>
  items.filter(({ dismissed }) => dismissed === ofDismissed)

export type EmptyReason =
  /** nothing matches the filter */
  | 'filter'
  /** nothing was dismissed */
  | 'noneDismissed'
  /** there is no data */
  | 'noService'
  /** the plan has ended, and nothing is analyzed */
  | 'planOver'
  /** the data was never analyzed */
  | 'notAnalyzed'
  /** analyzed, and nothing is unusual */
  | 'allNormal'

const PLAN_OVER: readonly AccountStatus['planState'][] = ['trialOver', 'ended', 'paymentOverdue']

/** Why a list without insights is empty. */
export const emptyReason = (
  { shown, kind }: InsightsView,
  { lookedUtc }: Pick<InsightList, 'lookedUtc'>,
  status: Pick<AccountStatus, 'currentServiceCount' | 'planState'> | null,
): EmptyReason => {
  if (kind !== null || shown === 'unread') return 'filter'
  if (shown === 'dismissed') return 'noneDismissed'
  if (status?.currentServiceCount === 0) return 'noService'
  if (status !== null && PLAN_OVER.includes(status.planState)) return 'planOver'
  return lookedUtc === null ? 'notAnalyzed' : 'allNormal'
}
