import { diffDays } from '#domain/ranges/local-day.ts'
import { METRICS, type MetricId, type Subject } from '../account/metric.ts'
import type { Figure } from '../insight/figure.ts'
import type { DayRange } from '../series/series.ts'

const METRIC_NAMES: Readonly<Record<MetricId, string>> = {
  netSales: 'net sales',
  orderCount: 'orders',
  productSales: 'net sales',
  productUnits: 'unit sales',
  clubSales: 'club net sales',
  clubOrders: 'club orders',
  signups: 'club signups',
  cancellations: 'club cancellations',
}

/** States that club orders are excluded, unless the subject implies it. */
export const metricName = (metric: MetricId, subject: Subject | null = null): string => {
  const isNarrowed = subject !== null && (subject.kind === 'channel' || subject.kind === 'product')
  const name = METRIC_NAMES[metric]
  return METRICS[metric].clubOrders === 'without' && !isNarrowed ? `non-club ${name}` : name
}

const PREPOSITIONS: Readonly<Record<Exclude<Subject['kind'], 'account'>, string>> = {
  channel: 'through',
  product: 'of',
  club: 'in',
  teamMember: 'by',
  service: 'from',
}

/** Such as ` of {subject}`; empty for the whole account. */
export const ofSubject = ({ kind }: Subject): string => (kind === 'account' ? '' : ` ${PREPOSITIONS[kind]} {subject}`)

/** Whether the nouns and verbs of a figure are singular. */
export const isOne = (figures: readonly Figure[], id: string): boolean =>
  figures.some((figure) => figure.id === id && figure.value === 1)

export const overPeriod = ({ period }: { readonly period: DayRange }): string =>
  diffDays(period.from, period.until) <= 1 ? 'on {period}' : 'over {period}'

export const ODDS = 'By chance alone, a difference this large happens about once in {odds} such periods.'
export const CONFIDENCE = 'Confidence: {certainty}.'
export const INTERVAL = 'Four times out of five, the result falls within this range.'
