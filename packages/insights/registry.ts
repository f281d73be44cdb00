import type { InsightDefinition } from './insight/define-insight.ts'
import type { InputName } from './insight/inputs.ts'
import { anomaly } from './kinds/anomaly/anomaly.insight.ts'
import { conversionShift } from './kinds/conversion-shift/conversion-shift.insight.ts'
import { customerMixInsight } from './kinds/customer-mix/customer-mix.insight.ts'
import { dataProblem } from './kinds/data-problem/data-problem.insight.ts'
import { discountLeakage } from './kinds/discount-leakage/discount-leakage.insight.ts'
import { driver } from './kinds/driver/driver.insight.ts'
import { forecastOfSales } from './kinds/forecast/forecast.insight.ts'
import { goalPaceInsight } from './kinds/goal-pace/goal-pace.insight.ts'
import { lapsingCustomersInsight } from './kinds/lapsing-customers/lapsing-customers.insight.ts'
import { membersAtRiskInsight } from './kinds/members-at-risk/members-at-risk.insight.ts'
import { priceChange } from './kinds/price-change/price-change.insight.ts'
import { releaseOutlookInsight } from './kinds/release-outlook/release-outlook.insight.ts'
import { releaseResultInsight } from './kinds/release-result/release-result.insight.ts'
import { stockRunwayInsight } from './kinds/stock-runway/stock-runway.insight.ts'
import { stoppedSelling } from './kinds/stopped-selling/stopped-selling.insight.ts'
import { teamWeekInsight } from './kinds/team-week/team-week.insight.ts'

/** Every kind of insight, in the order of settings and filters. */
export const INSIGHT_KINDS = [
  anomaly,
  driver,
  priceChange,
  discountLeakage,
  stoppedSelling,
  stockRunwayInsight,
  membersAtRiskInsight,
  releaseOutlookInsight,
  releaseResultInsight,
  conversionShift,
  teamWeekInsight,
  lapsingCustomersInsight,
  customerMixInsight,
  forecastOfSales,
  goalPaceInsight,
  dataProblem,
] as const

export type Insight = ReturnType<(typeof INSIGHT_KINDS)[number]['detect']>[number]
export type InsightKind = Insight['kind']

const definitions: readonly InsightDefinition<Insight>[] = INSIGHT_KINDS
const byKind = new Map<string, InsightDefinition<Insight>>(
  definitions.map((definition) => [definition.kind, definition]),
)

export const INSIGHT_KIND_IDS: readonly InsightKind[] = INSIGHT_KINDS.map(({ kind }) => kind)

export const isInsightKind = (text: string): text is InsightKind => byKind.has(text)

/** Throws `RangeError` for a kind that is not registered. */
export const getInsightDefinition = ({ kind }: Pick<Insight, 'kind'>): InsightDefinition<Insight> => {
  const definition = byKind.get(kind)
  if (definition === undefined) throw new RangeError(`No kind of insight is called ${kind}`)
  return definition
}

/** Data that the registered kinds need. */
export const NEEDED_INPUTS: ReadonlySet<InputName> = new Set(definitions.flatMap(({ inputs }) => inputs))
