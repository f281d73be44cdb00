import type { AccountStatus } from '#contract/account.ts'
import type { InsightList, InsightSummary } from '#contract/insights.ts'
import type { InsightsView, Shown } from './insights-address.ts'

const isCounted = ({ read, progress }: InsightSummary): boolean => !read && progress.state === 'open'

/** The list after one of its insights was changed. */
export const withInsight = (list: InsightList, changed: InsightSummary): InsightList => {
  const before = list.items.find(({ insightId }) => insightId === changed.insightId)
  if (before === undefined) return list
  return {
    ...list,
    items: list.items.map((item) => (item === before ? { ...item, ...changed } : item)),
    unread: Math.max(0, list.unread + Number(isCounted(changed)) - Number(isCounted(before))),
  }
}

/** The items a list shows: one that changes its state leaves immediately and returns to its position when that is undone. */
export const inList = (items: readonly InsightSummary[], shown: Shown): readonly InsightSummary[] => {
  const state = shown === 'snoozed' || shown === 'done' || shown === 'dismissed' ? shown : 'open'
  return items.filter(({ progress }) => progress.state === state)
}

export type EmptyReason =
  /** nothing matches the filter */
  | 'filter'
  /** nothing was dismissed */
  | 'noneDismissed'
  /** nothing is assigned to the reader, snoozed or done */
  | 'noneMine'
  | 'noneSnoozed'
  | 'noneDone'
  /** there is no data */
  | 'noService'
  /** the plan has ended, and nothing is analyzed */
  | 'planOver'
  /** the data was never analyzed */
  | 'notAnalyzed'
  /** analyzed, and nothing is unusual */
  | 'allNormal'

const NONE_OF = {
  mine: 'noneMine',
  snoozed: 'noneSnoozed',
  done: 'noneDone',
  dismissed: 'noneDismissed',
} as const satisfies Partial<Record<Shown, EmptyReason>>

const PLAN_OVER: readonly AccountStatus['planState'][] = ['trialOver', 'ended', 'paymentOverdue']

/** Why a list without insights is empty. */
export const emptyReason = (
  { shown, kind }: InsightsView,
  { lookedUtc }: Pick<InsightList, 'lookedUtc'>,
  status: Pick<AccountStatus, 'currentServiceCount' | 'planState'> | null,
): EmptyReason => {
  if (kind !== null || shown === 'unread') return 'filter'
  if (shown !== 'all') return NONE_OF[shown]
  if (status?.currentServiceCount === 0) return 'noService'
  if (status !== null && PLAN_OVER.includes(status.planState)) return 'planOver'
  return lookedUtc === null ? 'notAnalyzed' : 'allNormal'
}
