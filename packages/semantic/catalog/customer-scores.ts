import { dimension, joinedField, parseInteger } from './build-column.ts'
import type { Dimension } from './column.ts'
import type { Field, Scope } from './formula.ts'
import { ofCustomer } from './joined-table.ts'
import type { Join } from './report-type.ts'

/** Months of orders that customers are scored by, up to today. */
const SCORED_MONTHS = 24

/**
 * 1 for the last fifth of the customers to 5 for the best, by how many have less: equal values have one score, so that all with a single order
 * are in the last fifth.
 */
const scoreOf = (scope: Scope, name: string): string => {
  const { dialect } = scope
  const less = `(${dialect.rank({ partitionBy: [], orderBy: [dialect.orderBy(name, 'asc')] })} - 1)`
  const fifths = [1, 2, 3, 4].map((fifth) => `WHEN ${less} * 5 < ${fifth} * COUNT(*) OVER () THEN ${fifth}`)
  return `CASE ${fifths.join(' ')} ELSE 5 END`
}

/**
 * Recency, frequency and monetary score of each customer with an order in the last 24 months: of the day of the last order, the number of orders, and net
 * sales in the account's currency. All services and channels count.
 */
export const scores: Join = {
  relation: (scope) => {
    const { dialect } = scope
    const since = dialect.addMonths(scope.today(), -SCORED_MONTHS)
    const net = dialect.sumInteger('net_sales', `payment_status = 'paid' AND currency = ${scope.currency()}`)
    const day = dialect.toDate('ordered_local')
    const orders = `SELECT customer_service_id, customer_id, ${dialect.max(day, 'is_counted')} AS recency, ${dialect.countWhere('is_counted')} AS frequency, ${net} AS monetary FROM ${scope.table('orders')} AS o WHERE customer_id IS NOT NULL AND ${day} > ${since} AND ${day} <= ${scope.today()} GROUP BY customer_service_id, customer_id`
    const scored = ['recency', 'frequency', 'monetary'].map((name) => `${scoreOf(scope, name)} AS ${name}`)
    return `(SELECT customer_service_id, customer_id, ${scored.join(', ')} FROM (${orders}) AS a WHERE frequency > 0)`
  },
  on: ofCustomer,
}

const score = (name: string): Field => joinedField('scores', name)

type Scores = readonly [least: number, most: number]

/**
 * Segments by the scores that they span, the first that fits: those of WinePulse, which wineries know
 * (support.winepulse.com, “RFM segments scoring”).
 */
const SEGMENTS: readonly (readonly [code: string, recency: Scores, frequency: Scores, monetary: Scores])[] = [
  ['best', [4, 5], [3, 5], [5, 5]],
  ['potential_best', [3, 5], [1, 2], [4, 5]],
  ['best_at_risk', [3, 3], [3, 5], [5, 5]],
  ['loyal', [4, 5], [4, 5], [3, 4]],
  ['potential_loyal', [4, 5], [2, 3], [3, 4]],
  ['loyal_at_risk', [3, 3], [2, 5], [3, 4]],
  ['regular', [4, 5], [3, 5], [1, 2]],
  ['newer', [4, 5], [1, 2], [1, 4]],
  ['dormant', [2, 3], [1, 5], [1, 5]],
]

const segment: Field = (scope) => {
  const within = (name: string, [least, most]: Scores) => `${score(name)(scope)} BETWEEN ${least} AND ${most}`
  const branches = SEGMENTS.map(
    ([code, recency, frequency, monetary]) =>
      `WHEN ${within('recency', recency)} AND ${within('frequency', frequency)} AND ${within('monetary', monetary)} THEN '${code}'`,
  )
  return `CASE ${branches.join(' ')} WHEN ${score('recency')(scope)} = 1 THEN 'lost' END`
}

const scoreColumn = (name: string, displayName: string, of: string): Dimension =>
  dimension(`${name}Score`, displayName, {
    type: 'integer',
    description: `5 for the best fifth of customers by ${of} in the last ${SCORED_MONTHS} months, 1 for the last fifth; blank without an order in them`,
    field: score(name),
    parse: parseInteger,
  })

/** How recently, how often and for how much a customer buys, compared with the others. */
export const scoreColumns: readonly Dimension[] = [
  dimension('rfmSegment', 'RFM segment', {
    type: 'enum',
    description: `Best to lost customers, by their recency, frequency and monetary scores; blank without an order in the last ${SCORED_MONTHS} months`,
    synonyms: 'rfm segment, rfm segments, rfm, rfm group, rfm groups, customer value segment',
    field: segment,
  }),
  scoreColumn('recency', 'Recency score', 'day of the last order'),
  scoreColumn('frequency', 'Frequency score', 'number of orders'),
  scoreColumn('monetary', 'Monetary score', 'net sales'),
]
