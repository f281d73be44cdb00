import { DAY_MS } from '#domain/clock.ts'
import type { Sensitivity } from '#domain/insight-settings.ts'
import { ACCOUNT, isSameSubject, METRICS, subjectKey } from '#insights/account/metric.ts'
import { type DetectedInsight, isSameEvent } from '#insights/find-insights.ts'
import { THRESHOLDS } from '#insights/insight/define-insight.ts'
import { type Figure, recompute } from '#insights/insight/figure.ts'
import type { AnalysisInput } from '#insights/insight/inputs.ts'
import type { Insight, InsightKind } from '#insights/registry.ts'
import { sumOfDays } from '#insights/series/series.ts'
import type { InsightRow } from '../store/insights.repo.ts'

/** Most new insights per day, in the first run, and of one kind. */
const MOST_A_DAY = 3
const MOST_AT_FIRST = 8
const MAX_PER_KIND = 2
/** How long insights of the same kind and subject are hidden after a dismissal. */
const DISMISSED_MS = 60 * DAY_MS
const SAME_DAY_MS = 20 * 3_600_000
/** Insights without money at stake rank below all others. */
const MIN_STAKE = 1

export type Votes = ReadonlyMap<InsightKind, { readonly useful: number; readonly not: number }>

export interface SelectionInput {
  /** stored insights, newest first */
  readonly stored: readonly InsightRow[]
  readonly kinds: readonly InsightKind[]
  readonly sensitivity: Sensitivity
  readonly votes: Votes
  /** epoch milliseconds */
  readonly now: number
  readonly isFirstRun: boolean
}

export interface Selection {
  /** findings that continue a stored insight */
  readonly renewed: readonly { readonly row: InsightRow; readonly finding: DetectedInsight }[]
  readonly added: readonly { readonly finding: DetectedInsight; readonly weight: number }[]
}

/** 1 without votes; each negative vote lowers it, each positive vote raises it. */
const usefulness = (kind: InsightKind, votes: Votes): number => {
  const { useful = 0, not = 0 } = votes.get(kind) ?? {}
  return (useful + 1) / (useful + not + 1)
}

export const priorityScore = ({ stake, confidence, kind }: Insight, votes: Votes): number =>
  Math.max(MIN_STAKE, stake) * confidence * usefulness(kind, votes)

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

/** A kind with negative votes needs more money at stake. */
const isWorthIt = (insight: Insight, { votes, sensitivity }: SelectionInput): boolean => {
  const trust = usefulness(insight.kind, votes)
  return trust >= 1 || insight.stake * trust >= THRESHOLDS[sensitivity].leastStake
}

const limitOf = ({ stored, now, isFirstRun }: SelectionInput): number => {
  if (isFirstRun) return MOST_AT_FIRST
  const today = stored.filter(({ created_at }) => now - created_at.getTime() < SAME_DAY_MS)
  return Math.max(0, MOST_A_DAY - today.length)
}

/** Limits each kind, so that none fills the page. */
const limitPerKind = (byPriority: readonly Selection['added'][number][]): Selection['added'][number][] => {
  const count = new Map<InsightKind, number>()
  return byPriority.filter(({ finding: { insight } }) => {
    const rank = (count.get(insight.kind) ?? 0) + 1
    count.set(insight.kind, rank)
    return rank <= MAX_PER_KIND
  })
}

/** Which findings are new, and which continue stored insights. */
export const selectInsights = (findings: readonly DetectedInsight[], input: SelectionInput): Selection => {
  const renewed: { row: InsightRow; finding: DetectedInsight }[] = []
  const fresh: { finding: DetectedInsight; weight: number }[] = []
  for (const finding of findings) {
    const { insight } = finding
    const row = input.stored.find((known) => isSame(known, insight))
    if (row !== undefined) renewed.push({ row, finding })
    else if (input.kinds.includes(insight.kind) && !isDismissed(insight, input) && isWorthIt(insight, input))
      fresh.push({ finding, weight: priorityScore(insight, input.votes) })
  }
  const byPriority = fresh.toSorted((a, b) => b.weight - a.weight)
  return { renewed, added: limitPerKind(byPriority).slice(0, limitOf(input)) }
}

/** Null when the history does not contain the figure. */
const currentValue = ({ recipe }: Figure, { series, changes }: AnalysisInput): number | null => {
  if (recipe.kind !== 'measured') return null
  const known = series.find(({ metric, subject }) => metric === recipe.metric && isSameSubject(subject, recipe.subject))
  if (known !== undefined) {
    const sum = sumOfDays(known.days, recipe.range)
    return Number.isNaN(sum) ? null : sum
  }
  return changes.map((change) => inChange(recipe, change)).find((sum) => sum !== null) ?? null
}

type Measured = Extract<Figure['recipe'], { kind: 'measured' }>

const inChange = ({ metric, subject, range }: Measured, change: AnalysisInput['changes'][number]): number | null => {
  const when = (
    [
      ['before', change.before],
      ['after', change.after],
    ] as const
  ).find(([, days]) => days.from === range.from && days.until === range.until)?.[0]
  const dimension = change.dimensions.find(
    ({ money, count, dimension: kind }) =>
      (money === metric || count === metric) && (subject.kind === 'account' || subject.kind === kind),
  )
  if (when === undefined || dimension === undefined) return null
  const part = METRICS[metric].unit === 'money' ? 'money' : 'count'
  const cells = isSameSubject(subject, ACCOUNT)
    ? dimension.cells
    : dimension.cells.filter(({ group }) => subject.kind !== 'account' && group === subject.value)
  return cells.reduce((sum, cell) => sum + cell[when][part], 0)
}

const isOfReport = ({ recipe }: Figure): boolean => recipe.kind === 'measured' || recipe.kind === 'reported'

type Remeasured =
  /** all measured figures are unchanged */
  | 'same'
  /** a figure cannot be measured from this history */
  | 'unknown'
  | { readonly figures: readonly Figure[] }

/** Measures the figures of an insight again on the current data, with the figures computed from them. */
export const remeasure = (insight: Insight, task: AnalysisInput): Remeasured => {
  let isSame = true
  const measured: Figure[] = []
  for (const figure of insight.figures) {
    const now = isOfReport(figure) ? currentValue(figure, task) : figure.value
    if (now === null) return 'unknown'
    isSame = isSame && now === figure.value
    measured.push({ ...figure, value: now })
  }
  if (isSame) return 'same'
  const figures: Figure[] = []
  for (const figure of measured) {
    const known = [...figures, ...measured.slice(figures.length)]
    figures.push({ ...figure, value: recompute(figure, known) ?? figure.value })
  }
  return { figures }
}
