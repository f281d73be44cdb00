import type { InsightList, InsightSummary } from '#contract/insights.ts'

const isCounted = ({ read, dismissed }: InsightSummary): boolean => !read && !dismissed

/** The list after one of its insights was read, judged, dismissed or brought back. */
export const withInsight = (list: InsightList, changed: InsightSummary): InsightList => {
  const before = list.items.find(({ insightId }) => insightId === changed.insightId)
  if (before === undefined) return list
  return {
    ...list,
    items: list.items.map((item) => (item === before ? { ...item, ...changed } : item)),
    unread: Math.max(0, list.unread + Number(isCounted(changed)) - Number(isCounted(before))),
  }
}

/** What a list shows: one that is dismissed leaves it at once, and is back in its place when that was a mistake. */
export const inList = (items: readonly InsightSummary[], ofDismissed: boolean): readonly InsightSummary[] =>
  items.filter(({ dismissed }) => dismissed === ofDismissed)
