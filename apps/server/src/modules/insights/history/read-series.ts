import { addDays } from '#domain/ranges/local-day.ts'
import type { SubjectSeries } from '#insights/account/history.ts'
import { ACCOUNT, METRICS, type MetricId, type Subject } from '#insights/account/metric.ts'
import { type DayRange, type DayValue, daySeries } from '#insights/series/series.ts'
import type { Filter } from '#semantic/query.ts'
import type { Cell } from '#server/modules/analytics/index.ts'
import { dailyQuery, type HistoryReader, historyQuery, readInSlices } from './history-reader.ts'

/** Maximum subjects of a kind, by sales; less popular products have too few sales to analyze. */
const MOST_PRODUCTS = 200
const MOST_TEAM_MEMBERS = 30
const MOST_OTHERS = 20
const SALES_DAYS = 365

type NamedKind = Exclude<Subject['kind'], 'account' | 'service'>

/** Rows of days × subjects as series, one per subject and metric; rows without a name are ignored. */
const seriesOfRows = (
  rows: readonly (readonly Cell[])[],
  metrics: readonly MetricId[],
  { range, subjectOf, minorUnits }: SeriesOptions,
): SubjectSeries[] => {
  const bySubject = new Map<string, { subject: Subject; values: DayValue[][] }>()
  for (const row of rows) {
    const subject = subjectOf(row)
    if (subject === null) continue
    const key = subject.kind === 'account' ? '' : subject.value
    const known = bySubject.get(key) ?? { subject, values: metrics.map(() => []) }
    bySubject.set(key, known)
    const measures = row.slice(row.length - metrics.length)
    metrics.forEach((metric, index) => {
      const amount = Number(measures[index] ?? 0)
      const value = METRICS[metric].unit === 'money' ? Math.round(amount * minorUnits) : amount
      known.values[index]?.push({ day: String(row[0]), value })
    })
  }
  return [...bySubject.values()].flatMap(({ subject, values }) =>
    metrics.map((metric, index) => ({ metric, subject, days: daySeries(values[index] ?? [], range, 'zero') })),
  )
}

interface SeriesOptions {
  readonly range: DayRange
  readonly minorUnits: number
  readonly subjectOf: (row: readonly Cell[]) => Subject | null
}

type Metrics = readonly [MetricId, ...MetricId[]]

const wholeAccount = async (
  { session, range, minorUnits }: HistoryReader,
  metrics: Metrics,
): Promise<SubjectSeries[]> =>
  seriesOfRows(await session.rows(dailyQuery({ metrics, kind: 'account', range })), metrics, {
    range,
    minorUnits,
    subjectOf: () => ACCOUNT,
  })

interface ByKind {
  readonly metrics: Metrics
  readonly kind: NamedKind
  readonly most: number
  readonly filter?: Filter | null
  /** computed per day from records, in slices; omitted for sums, which one query reads */
  readonly isLong?: boolean
}

const sumMagnitude = ({ days }: SubjectSeries): number => days.values.reduce((sum, value) => sum + Math.abs(value), 0)

/** The series of the largest subjects by the first metric. */
const largest = (series: readonly SubjectSeries[], metric: MetricId, most: number): SubjectSeries[] => {
  const included = series
    .filter((one) => one.metric === metric)
    .toSorted((a, b) => sumMagnitude(b) - sumMagnitude(a))
    .slice(0, most)
    .map(({ subject }) => subject)
  const isIncluded = new Set(included)
  return series.filter(({ subject }) => isIncluded.has(subject))
}

const byKind = async (
  { session, range, minorUnits, daysASlice }: HistoryReader,
  { metrics, kind, most, filter = null, isLong = false }: ByKind,
): Promise<SubjectSeries[]> => {
  const query = dailyQuery({ metrics, kind, range, filter })
  const rows = await (isLong ? readInSlices(session, query, daysASlice) : session.rows(query))
  const subjectOf = (row: readonly Cell[]): Subject | null =>
    typeof row[1] === 'string' && row[1] !== '' ? { kind, value: row[1] } : null
  return largest(seriesOfRows(rows, metrics, { range, minorUnits, subjectOf }), metrics[0], most)
}

const byService = async (reader: HistoryReader): Promise<SubjectSeries[]> => {
  const { session, range, minorUnits, serviceIds } = reader
  if (serviceIds.length < 2) return []
  const metrics = ['orderCount', 'netSales'] as const
  const each = await Promise.all(
    serviceIds.map(async (id) => {
      const rows = await session.rows(dailyQuery({ metrics, kind: 'account', range, serviceIds: [id] }))
      return seriesOfRows(rows, metrics, { range, minorUnits, subjectOf: () => ({ kind: 'service', value: id }) })
    }),
  )
  return each.flat()
}

/** SKUs that sold most in the last year. */
const topProducts = async ({ session, range }: HistoryReader): Promise<string[]> => {
  const from = addDays(range.until, -SALES_DAYS)
  const query = historyQuery({
    reportType: 'OrderLines',
    columns: ['sku', 'netSales'],
    groupBy: ['sku'],
    days: { from, until: range.until, of: 'orderDate' },
    withoutClubOrders: true,
  })
  const rows = await session.rows({ ...query, sort: [{ column: 1, direction: 'desc' }], top: MOST_PRODUCTS })
  return rows.flatMap(([sku]) => (typeof sku === 'string' && sku !== '' ? [sku] : []))
}

const products = async (reader: HistoryReader): Promise<SubjectSeries[]> => {
  const skus = await topProducts(reader)
  if (skus.length === 0) return []
  const filter = { or: skus.map((value) => ({ columnId: 'sku', comparison: 'Equal' as const, value })) }
  return byKind(reader, {
    metrics: ['productSales', 'productUnits'],
    kind: 'product',
    most: MOST_PRODUCTS,
    filter,
    isLong: true,
  })
}

/** All series to analyze, with one query per report type and kind of subject. */
export const readSeries = async (reader: HistoryReader): Promise<SubjectSeries[]> => {
  const sales = ['netSales', 'orderCount'] as const
  const clubs = ['signups'] as const
  const each = await Promise.all([
    wholeAccount(reader, sales),
    byKind(reader, { metrics: sales, kind: 'channel', most: MOST_OTHERS }),
    byKind(reader, { metrics: ['netSales'], kind: 'teamMember', most: MOST_TEAM_MEMBERS }),
    byKind(reader, { metrics: clubs, kind: 'club', most: MOST_OTHERS }),
    byKind(reader, { metrics: ['cancellations'], kind: 'club', most: MOST_OTHERS }),
    byService(reader),
  ])
  return [...each.flat(), ...(await products(reader))]
}

/** Signups of the whole account, which only goals need. */
export const readSignups = (reader: HistoryReader): Promise<SubjectSeries[]> => wholeAccount(reader, ['signups'])
