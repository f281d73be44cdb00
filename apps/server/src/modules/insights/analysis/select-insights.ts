import type { Sensitivity } from '#domain/insight-settings.ts'
import { subjectKey } from '#insights/account/metric.ts'
import { type DetectedInsight, isSameEvent } from '#insights/find-insights.ts'
import { THRESHOLDS } from '#insights/insight/define-insight.ts'
import type { Insight, InsightKind } from '#insights/registry.ts'
import type { InsightRow } from '../store/insights.repo.ts'

/** New ones a day, and when an account is looked at for the first time. */
const MOST_A_DAY = 3
const MOST_AT_FIRST = 8
const MOST_OF_A_KIND = 2
/** How long a dismissed subject stays away with the same kind. */
const DISMISSED_MS = 60 * 86_400_000
const SAME_DAY_MS = 20 * 3_600_000
/** What is about no money ranks behind all that is. */
const LEAST_WEIGHT = 1

export type Votes = ReadonlyMap<InsightKind, { readonly useful: number; readonly not: number }>

export interface SelectionInput {
  /** what was told before, the newest first */
  readonly stored: readonly InsightRow[]
  readonly kinds: readonly InsightKind[]
  readonly sensitivity: Sensitivity
  readonly votes: Votes
  /** epoch milliseconds */
  readonly now: number
  readonly isFirstLook: boolean
}

export interface Selection {
  /** what goes on, with the row that tells of it */
  readonly renewed: readonly { readonly row: InsightRow; readonly finding: DetectedInsight }[]
  readonly added: readonly { readonly finding: DetectedInsight; readonly weight: number }[]
}

/** One without votes; less with each that says it was of no use, back up with each that says it was. */
const usefulness = (kind: InsightKind, votes: Votes): number => {
  const { useful = 0, not = 0 } = votes.get(kind) ?? {}
  return (useful + 1) / (useful + not + 1)
}

export const priorityScore = ({ stake, confidence, kind }: Insight, votes: Votes): number =>
  Math.max(LEAST_WEIGHT, stake) * confidence * usefulness(kind, votes)

const isSame = ({ key, facts }: InsightRow, next: Insight): boolean =>
  key === next.key || isSameEvent(facts.insight, next)

const isDismissed = (next: Insight, { stored, now }: SelectionInput): boolean =>
  stored.some(
    ({ kind, subject, dismissed_at }) =>
      dismissed_at !== null &&
      now - dismissed_at.getTime() < DISMISSED_MS &&
      kind === next.kind &&
      subject === subjectKey(next.subject),
  )

/** A kind that was called useless has to be about more money. */
const isWorthIt = (insight: Insight, { votes, sensitivity }: SelectionInput): boolean => {
  const trust = usefulness(insight.kind, votes)
  return trust >= 1 || insight.stake * trust >= THRESHOLDS[sensitivity].leastStake
}

const limitOf = ({ stored, now, isFirstLook }: SelectionInput): number => {
  if (isFirstLook) return MOST_AT_FIRST
  const today = stored.filter(({ created_at }) => now - created_at.getTime() < SAME_DAY_MS)
  return Math.max(0, MOST_A_DAY - today.length)
}

/** No kind fills the page: what is more of one comes another day. */
const limitPerKind = (byWeight: readonly Selection['added'][number][]): Selection['added'][number][] => {
  const count = new Map<InsightKind, number>()
  return byWeight.filter(({ finding: { insight } }) => {
    const place = (count.get(insight.kind) ?? 0) + 1
    count.set(insight.kind, place)
    return place <= MOST_OF_A_KIND
  })
}

/** What of the findings is told anew, and what goes on with something that was told. */
export const selectInsights = (findings: readonly DetectedInsight[], told: SelectionInput): Selection => {
  const renewed: { row: InsightRow; finding: DetectedInsight }[] = []
  const fresh: { finding: DetectedInsight; weight: number }[] = []
  for (const finding of findings) {
    const { insight } = finding
    const row = told.stored.find((known) => isSame(known, insight))
    if (row !== undefined) renewed.push({ row, finding })
    else if (told.kinds.includes(insight.kind) && !isDismissed(insight, told) && isWorthIt(insight, told))
      fresh.push({ finding, weight: priorityScore(insight, told.votes) })
  }
  const byWeight = fresh.toSorted((a, b) => b.weight - a.weight)
  return { renewed, added: limitPerKind(byWeight).slice(0, limitOf(told)) }
}
