import type { AccountStatus } from '#contract/account.ts'
import type { InsightList } from '#contract/insights.ts'
import type { InsightsView } from './insights-address.ts'

export type QuietReason =
  /** nothing matches what is chosen */
  | 'filter'
  /** nothing was put away */
  | 'noneDismissed'
  /** there is nothing to look at */
  | 'noService'
  /** the plan has ended, and nothing is looked at any more */
  | 'planOver'
  /** the numbers were never looked at */
  | 'notLooked'
  /** looked at, and nothing is out of the ordinary */
  | 'allNormal'

const PLAN_OVER: readonly AccountStatus['planState'][] = ['trialOver', 'ended', 'paymentOverdue']

/** Why a list without insights is empty. */
export const quietReason = (
  { shown, kind }: InsightsView,
  { lookedUtc }: Pick<InsightList, 'lookedUtc'>,
  status: Pick<AccountStatus, 'currentServiceCount' | 'planState'> | null,
): QuietReason => {
  if (kind !== null || shown === 'unread') return 'filter'
  if (shown === 'dismissed') return 'noneDismissed'
  if (status?.currentServiceCount === 0) return 'noService'
  if (status !== null && PLAN_OVER.includes(status.planState)) return 'planOver'
  return lookedUtc === null ? 'notLooked' : 'allNormal'
}
