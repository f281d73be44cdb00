import { METRICS, type MetricId } from '../account/metric.ts'
import type { Subject } from '../account/subject.ts'

const METRIC_NAMES: Readonly<Record<MetricId, string>> = {
  netSales: 'net sales',
  orderCount: 'orders',
  productSales: 'net sales',
  productUnits: 'bottles sold',
  clubSales: 'net sales of the club',
  clubOrders: 'club orders',
  signups: 'club signups',
  cancellations: 'club cancellations',
}

/** Without a subject, or where a subject does not say so itself, what leaves the club's orders out says it. */
export const metricName = (metric: MetricId, subject: Subject | null = null): string => {
  const isNarrowed = subject !== null && (subject.kind === 'channel' || subject.kind === 'product')
  return METRICS[metric].clubOrders === 'without' && !isNarrowed
    ? `${METRIC_NAMES[metric]} outside the club`
    : METRIC_NAMES[metric]
}

const BEFORE_SUBJECT: Readonly<Record<Exclude<Subject['kind'], 'account'>, string>> = {
  channel: 'through',
  product: 'of',
  club: 'in',
  teamMember: 'by',
  service: 'from',
}

/** Such as ` of {subject}`; nothing for the account as a whole. */
export const ofSubject = ({ kind }: Subject, place = 'subject'): string =>
  kind === 'account' ? '' : ` ${BEFORE_SUBJECT[kind]} {${place}}`

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
