import { z } from 'zod'
import type { InsightOutcome } from '#contract/insight-progress.ts'
import { addDays, earlierDay, type LocalDay } from '#domain/ranges/local-day.ts'
import { toLocalTime } from '#domain/ranges/time-zone.ts'
import { countOf } from '#domain/text.ts'
import type { OutcomeMeasure } from '#insights/insight/actions.ts'
import { getInsightDefinition } from '#insights/registry.ts'
import type { Filter } from '#semantic/query.ts'
import type { InsightFacts } from '#server/db/column-types.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { getCachedResult, loadAnalyticsSettings, type QuerySession } from '#server/modules/analytics/index.ts'
import { historyQuery } from './history/history-reader.ts'
import { namedCustomers } from './insight.present.ts'
import { loadInsight } from './progress.usecases.ts'
import { anyOfFilter } from './text/names.ts'

/** Days that are measured, with that of the action. */
const MEASURED_DAYS = 60
const TIMEOUT_MS = 10_000

/** Whose orders are measured, and the page that lists them. */
interface Measured {
  readonly reportType: 'Orders' | 'OrderLines'
  readonly groupBy: 'customerId' | 'sku'
  readonly values: readonly string[]
  readonly withClubOrders: boolean
  readonly page: string
}

const measuredOf = (facts: InsightFacts, measure: OutcomeMeasure): Measured | null => {
  const { subject } = facts.insight
  if (measure !== 'productSales') {
    const values = namedCustomers(facts)
    const withClubOrders = measure === 'ordersAndClub'
    if (values.length === 0) return null
    return { reportType: 'Orders', groupBy: 'customerId', values, withClubOrders, page: '/reports/orders/list' }
  }
  if (subject.kind !== 'product') return null
  const page = '/reports/orders/order-detail'
  return { reportType: 'OrderLines', groupBy: 'sku', values: [subject.value], withClubOrders: false, page }
}

interface MeasuredDays {
  readonly from: LocalDay
  /** exclusive */
  readonly until: LocalDay
  /** hour of the action, 0 to 23: earlier orders of its day are not counted */
  readonly hour: number
}

const buildRecordsAddress = (
  { page, groupBy, values, withClubOrders }: Measured,
  { from, until }: MeasuredDays,
): string => {
  const query = new URLSearchParams({ relativeDate: 'OrderDate-None', from, until })
  for (const value of values) query.append(`any.${groupBy}`, value)
  if (!withClubOrders) query.append('f.channel', 'NotEqual:club')
  return `${page}?${query}`
}

const NOT_CLUB: Filter = { columnId: 'channel', comparison: 'NotEqual', value: 'club' }

const Sales = z.object({
  /** net sales in major units by customer or product, with how many bottles */
  rows: z.array(z.object({ sales: z.number(), bottles: z.number() })),
  /** the days' orders were all placed after the action */
  isWhole: z.boolean(),
})
type Sales = z.infer<typeof Sales>

const readSales = async (session: QuerySession, measured: Measured, days: MeasuredDays): Promise<Sales> => {
  const { reportType, groupBy, values, withClubOrders } = measured
  const whose = withClubOrders ? anyOfFilter(groupBy, values) : { and: [anyOfFilter(groupBy, values), NOT_CLUB] }
  const after: Filter = {
    or: [
      { columnId: 'orderDay', comparison: 'GreaterThan', value: days.from },
      { columnId: 'orderHour', comparison: 'GreaterThan', value: days.hour },
    ],
  }
  const read = async (filter: Filter) => {
    const columns = [groupBy, 'netSales', ...(reportType === 'OrderLines' ? ['unitsSold'] : [])]
    const query = historyQuery({ reportType, columns, groupBy: [groupBy], days: { ...days, of: 'orderDate' }, filter })
    const rows = await session.rows(query)
    return rows.map(([, sales, bottles]) => ({ sales: Number(sales ?? 0), bottles: Number(bottles ?? 0) }))
  }
  const [rows, all] = [await read({ and: [whose, after] }), await read(whose)]
  const total = (of: typeof rows): string => of.reduce((sum, { sales }) => sum + sales, 0).toFixed(3)
  return { rows, isWhole: total(rows) === total(all) }
}

interface Recovered {
  readonly amount: number
  readonly bottles: number
  readonly people: InsightOutcome['people']
  readonly isOver: boolean
}

const describeOutcome = (
  { amount, bottles, people, isOver }: Recovered,
  what: string,
  { culture, account: { currency } }: Caller,
): string => {
  const money = new Intl.NumberFormat(culture, { style: 'currency', currency }).format(amount)
  if (people === null) {
    if (bottles <= 0) return `No bottles sold${isOver ? '' : ' yet'}`
    return `Recovered ${money}: ${countOf(bottles, 'bottle')} sold`
  }
  return people.returned === 0
    ? `None of the ${people.named} ${what} ${isOver ? 'ordered' : 'have ordered yet'}`
    : `Recovered ${money} from ${people.returned} of ${people.named} ${what}`
}

/**
 * What was sold after somebody acted on an insight. Null if nobody did, and for kinds that measure nothing.
 * Errors: `insight.not_found`.
 */
export const getInsightOutcome = async (
  deps: Deps,
  caller: Caller,
  id: string,
  signal = AbortSignal.timeout(TIMEOUT_MS),
): Promise<InsightOutcome | null> => {
  const { facts, acted_at, done_at } = await loadInsight(deps.db, caller, id)
  const definition = getInsightDefinition(facts.insight)
  const measure = definition.outcome?.(facts.insight)
  const started = acted_at ?? done_at
  if (started === null || measure === undefined) return null
  const measured = measuredOf(facts, measure)
  if (measured === null) return null
  const settings = await loadAnalyticsSettings(deps, caller)
  const local = toLocalTime(started.getTime(), settings.timeZone)
  const from = local.slice(0, 10)
  const ends = addDays(from, MEASURED_DAYS)
  const until = earlierDay(ends, addDays(settings.calendar.today, 1))
  const days: MeasuredDays = { from, until, hour: Number(local.slice(11, 13)) }
  const query = ['insight outcome', measured, days]
  const result = await getCachedResult(deps, { settings, query, signal }, (session) =>
    readSales(session, measured, days),
  )
  const { rows, isWhole } = Sales.parse(JSON.parse(Buffer.from(result?.bytes ?? []).toString()))
  const named = definition.people?.(facts.insight).length ?? null
  const returned = rows.filter(({ sales }) => sales > 0).length
  const minor = rows.reduce((sum, { sales }) => sum + Math.round(sales * settings.minorUnits), 0)
  const recovered: Recovered = {
    amount: minor / settings.minorUnits,
    bottles: rows.reduce((sum, { bottles }) => sum + bottles, 0),
    people: named === null ? null : { returned, named },
    isOver: until === ends,
  }
  const { amount, people } = recovered
  const what = measure === 'ordersAndClub' ? 'members' : 'customers'
  const text = describeOutcome(recovered, what, caller)
  return { from, until, ends, amount, people, text, address: isWhole ? buildRecordsAddress(measured, days) : null }
}
