import type { InsightSummary } from '#contract/insights.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { getInsightDefinition } from '#insights/registry.ts'
import type { InsightFacts } from '#server/db/column-types.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { presentSummary } from './insight.present.ts'
import { listInsights } from './store/insights.repo.ts'
import { lookUpCustomerName } from './text/names.ts'

interface About {
  /** what the insights name as their subject; null: none names it */
  readonly subject: { readonly kind: string; readonly value: string } | null
  /** the customer whom they name; null: no customer */
  readonly customerId: string | null
}

/** Insights that are searched, and the most that are returned. */
const SEARCHED = 300
const RETURNED = 5

const isAbout = ({ insight, names }: InsightFacts, { subject, customerId }: About): boolean => {
  const { relatedSubjects, people } = getInsightDefinition(insight)
  const subjects = [insight.subject, ...(relatedSubjects?.(insight) ?? []).map((related) => related.subject)]
  const isSubject = (one: (typeof subjects)[number]): boolean =>
    one.kind !== 'account' && one.kind === subject?.kind && one.value === subject.value
  if (subjects.some(isSubject)) return true
  return customerId !== null && (people?.(insight) ?? []).some(({ id }) => lookUpCustomerName(names, id) === customerId)
}

/** The open insights about a subject or customer, most important first. */
export const relatedInsights = async ({ db, clock }: Deps, caller: Caller, about: About): Promise<InsightSummary[]> => {
  if (about.subject === null && about.customerId === null) return []
  const today = localDayOf(clock.now(), caller.account.timeZone)
  const { items } = await listInsights(db, caller, { state: 'open', today, page: 1, pageSize: SEARCHED })
  return items
    .filter(({ facts }) => isAbout(facts, about))
    .slice(0, RETURNED)
    .map((row) => presentSummary(row, { culture: caller.culture, today }))
}
