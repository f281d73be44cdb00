import { SCORE_80 } from '#domain/proportion.ts'
import { LEAST_VARIANCE, MOST_WEEKS, ONE_OFF, PACE_DAYS, PACE_WEEKS, SPREAD_WEEKS } from '#domain/run-out.ts'
import { joinedField } from './build-column.ts'
import type { Field, Scope } from './formula.ts'
import { withinService } from './joined-table.ts'
import type { Join } from './report-type.ts'

/** Channels with a pace of their own; the others are one. */
const CHANNELS = ['pos', 'web', 'club', 'wholesale'] as const
const PACE_CHANNELS = [...CHANNELS, 'other'] as const
export type PaceChannel = (typeof PACE_CHANNELS)[number]

const isOf = (channel: PaceChannel): string =>
  channel === 'other' ? `channel NOT IN (${CHANNELS.map((code) => `'${code}'`).join(', ')})` : `channel = '${channel}'`

/** Paid lines of the days that the pace is of. */
const paidLines = (scope: Scope): string => {
  const from = scope.dialect.addDays(scope.today(), 1 - PACE_DAYS)
  const until = scope.dialect.addDays(scope.today(), 1)
  return `${scope.table('order_lines')} WHERE is_paid AND sku IS NOT NULL AND ordered_local >= ${from} AND ordered_local < ${until}`
}

/** Units of each product, returns and one-off orders included. */
const sales = (scope: Scope): string =>
  `(SELECT service_id, sku, ${scope.dialect.sumDecimal('quantity', null)} AS units FROM ${paidLines(scope)} GROUP BY service_id, sku)`

/** The lines with `age`: whole days before today. */
const recentLines = (scope: Scope): string => {
  const { dialect } = scope
  const age = dialect.daysBetween(dialect.toDate('ordered_local'), scope.today())
  return `(SELECT service_id, sku, channel, ${dialect.toNumber('quantity')} AS units, ${age} AS age FROM ${paidLines(scope)})`
}

/** The same lines, with `is_one_off` 1 or 0. */
const markedLines = (scope: Scope): string => {
  const { dialect } = scope
  const lines = recentLines(scope)
  const usual = `(SELECT service_id AS usual_service, sku AS usual_sku, ${dialect.quantile('units', 0.5, null)} AS usual_units, ${dialect.countWhere(null)} AS usual_lines FROM ${lines} AS r WHERE channel <> 'club' AND units > 0 GROUP BY service_id, sku)`
  const isOneOff = `l.channel <> 'club' AND u.usual_lines >= ${ONE_OFF.fewestLines} AND ABS(l.units) > ${ONE_OFF.times} * u.usual_units`
  return `(SELECT l.service_id AS service_id, l.sku AS sku, l.channel AS channel, l.units AS units, l.age AS age, CASE WHEN ${isOneOff} THEN 1 ELSE 0 END AS is_one_off FROM ${lines} AS l LEFT JOIN ${usual} AS u ON u.usual_service = l.service_id AND u.usual_sku = l.sku)`
}

/** Units of each product by channel, and the variance of a week's units outside the club. */
const paces = (scope: Scope): string => {
  const { dialect } = scope
  const steady = (condition: string) => dialect.sumDecimal('units', `(is_one_off = 0 AND ${condition})`)
  const byWeek = [
    `FLOOR(age / 7) AS week`,
    ...PACE_CHANNELS.map((channel) => `${steady(isOf(channel))} AS week_${channel}`),
    `${steady(`channel <> 'club'`)} AS outside`,
    `${dialect.sumDecimal('units', '(is_one_off = 1)')} AS week_one_off`,
  ]
  const weeks = `(SELECT service_id, sku, ${byWeek.join(', ')} FROM ${markedLines(scope)} AS m GROUP BY service_id, sku, FLOOR(age / 7))`
  const sums = [...PACE_CHANNELS, 'one_off'].map((name) => `${dialect.sumDecimal(`week_${name}`, null)} AS ${name}`)
  const isCounted = `(week < ${SPREAD_WEEKS})`
  const sum = dialect.sumDecimal('outside', isCounted)
  const squares = dialect.sumDecimal('outside * outside', isCounted)
  const variance = `(${squares} - ${sum} * ${sum} / ${SPREAD_WEEKS}) / ${SPREAD_WEEKS - 1}`
  return `(SELECT service_id, sku, ${sums.join(', ')}, ${variance} AS variance FROM ${weeks} AS w GROUP BY service_id, sku)`
}

/** What is available of each product at all locations, and what the account has promised of it. */
const stock = (scope: Scope): string => {
  const { dialect, promises } = scope
  const branches = promises.map(
    ({ serviceId, sku, units }) =>
      `CASE WHEN service_id = ${scope.bind(serviceId, 'text')} AND sku = ${scope.bind(sku, 'text')} THEN ${scope.bind(units, 'integer')} ELSE 0 END`,
  )
  const promised = branches.length === 0 ? '0' : branches.join(' + ')
  return `(SELECT service_id, sku, ${dialect.sumDecimal('available', null)} AS available, ${promised} AS promised FROM ${scope.table('inventory')} GROUP BY service_id, sku)`
}

/** Units on orders that wait to be handed over. */
const openOrders = (scope: Scope): string => {
  const { dialect } = scope
  return `(SELECT l.service_id AS service_id, l.sku AS sku, ${dialect.sumDecimal('l.quantity', null)} AS units FROM ${scope.table('order_lines')} AS l INNER JOIN ${scope.table('orders')} AS o ON o.service_id = l.service_id AND o.source_id = l.order_source_id WHERE o.is_awaiting AND l.sku IS NOT NULL GROUP BY l.service_id, l.sku)`
}

const ofProduct = (relation: Join['relation']): Join => ({ relation, on: withinService('sku', 'sku') })

/** What a product is, by its SKU. */
const GOODS = ['category', 'brand', 'vintage', 'varietal', 'item_kind'] as const

/** Blank where products of one SKU differ. */
const goods = (scope: Scope): string => {
  const columns = GOODS.map((name) => {
    const [least, most] = ['MIN', 'MAX'].map((extreme) => `${extreme}(NULLIF(p.${name}, ''))`)
    return `CASE WHEN ${least} = ${most} THEN ${least} END AS ${name}`
  })
  return `(SELECT service_id, sku, ${columns.join(', ')} FROM ${scope.table('products')} AS p WHERE sku IS NOT NULL GROUP BY service_id, sku)`
}

export const stockJoins = {
  goods: ofProduct(goods),
  sales: ofProduct(sales),
  pace: ofProduct(paces),
  stock: ofProduct(stock),
  open: ofProduct(openOrders),
}

const orZero =
  (field: Field): Field =>
  (scope) =>
    `COALESCE(${field(scope)}, 0)`

export const openUnits = orZero(joinedField('open', 'units'))
export const promisedUnits = orZero(joinedField('stock', 'promised'))
export const oneOffUnits = orZero(joinedField('pace', 'one_off'))

/** Units that can be sold and are promised to nobody. */
export const freeUnits: Field = (scope) => `(${joinedField('stock', 'available')(scope)} - ${promisedUnits(scope)})`

/** Units a week of one channel; 0 without sales. */
export const channelPace =
  (channel: PaceChannel): Field =>
  (scope) =>
    `(${orZero(joinedField('pace', channel))(scope)} / ${PACE_WEEKS})`

const steadyUnits: Field = (scope) =>
  `(${PACE_CHANNELS.map((channel) => joinedField('pace', channel)(scope)).join(' + ')})`

/** Units a week without one-off orders; null unless above 0. */
export const pace: Field = (scope) =>
  `CASE WHEN ${steadyUnits(scope)} > 0 THEN ${steadyUnits(scope)} / ${PACE_WEEKS} END`

export const hasPace: Field = (scope) => `(${steadyUnits(scope)} > 0)`

const greater = (left: string, right: string): string => `CASE WHEN ${left} > ${right} THEN ${left} ELSE ${right} END`

/** Standard deviation of a week's units; null without a pace. */
export const weeklyDeviation: Field = (scope) =>
  `CASE WHEN ${hasPace(scope)} THEN SQRT(${greater(joinedField('pace', 'variance')(scope), `${LEAST_VARIANCE} * ${steadyUnits(scope)} / ${PACE_WEEKS}`)}) END`

/** Units of the pace without those of the club, which ships on a few days of the year. */
const outsideUnits: Field = (scope) => {
  const club = joinedField('pace', 'club')(scope)
  return `(${steadyUnits(scope)} - CASE WHEN ${club} > 0 THEN ${club} ELSE 0 END)`
}

/** Weeks that the free units last at their pace; null without one. */
export const weeksOnHand: Field = (scope) => scope.dialect.divide(freeUnits(scope), pace(scope))

/** The same if sales are `score` deviations of a week above a pace. The formula of `domain/run-out.ts`. */
const weeksAt =
  (units: Field, score: number): Field =>
  (scope) => {
    const free = freeUnits(scope)
    const perWeek = `(${units(scope)} / ${PACE_WEEKS})`
    const shift = `(${score} * ${weeklyDeviation(scope)})`
    const root = `SQRT(${shift} * ${shift} + 4 * ${perWeek} * ABS(${free}))`
    return `CASE WHEN ${hasPace(scope)} AND ${perWeek} > 0 THEN CASE WHEN ${free} > 0 THEN POWER((${root} - ${shift}) / (2 * ${perWeek}), 2) ELSE 0 END END`
  }

export const weeksLow = weeksAt(steadyUnits, SCORE_80)
export const weeksHigh = weeksAt(outsideUnits, -SCORE_80)

/** The day on which stock that lasts so many weeks is sold. */
export const runOutDay =
  (weeks: Field): Field =>
  (scope) => {
    const count = weeks(scope)
    const days = `CASE WHEN ${count} <= 0 THEN 0 WHEN ${count} <= ${MOST_WEEKS} THEN CAST(FLOOR(${count} * 7) AS INTEGER) END`
    return scope.dialect.addDays(scope.today(), `(${days})`)
  }
