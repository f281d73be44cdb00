import { ReportDefinition } from '#contract/report-definition.ts'
import { ReportQuery } from '#contract/reports.ts'
import { formatCode } from '#domain/code-labels.ts'
import type { HomeKpi } from '#domain/home.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { lowerFirst } from '#domain/text.ts'
import { REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import type { Measure } from '#semantic/catalog/column.ts'
import type { ReportRequest } from '../kit/resolve-report.ts'
import type { HomeDays } from './home-days.ts'

/** Report types whose measures have a value for a few days, with the date that the days limit. */
const DATE_COLUMNS: Readonly<Record<string, string>> = lookupTable({
  Orders: 'orderDate',
  Reservations: 'reservationDate',
  Memberships: 'signupDate',
})

/** Measures that another date limits. */
const OWN_DATES: Readonly<Record<string, string>> = lookupTable({
  cancellations: 'cancelledDate',
  attritionRate: 'cancelledDate',
})

/** Of all records, they are always 100 %, or say nothing about a few days. */
const LEFT_OUT = new Set(['share', 'daysWaiting', 'costCoverage', 'memberCount', 'tenureDays'])

interface ChoosableMeasure {
  readonly reportType: string
  /** of the report type */
  readonly title: string
  readonly measure: Measure
}

/** Every measure that a card of Home can show. */
export const HOME_MEASURES: readonly ChoosableMeasure[] = REPORT_TYPES.filter(({ reportType }) =>
  Object.hasOwn(DATE_COLUMNS, reportType),
).flatMap(({ reportType, title, columns }) =>
  columns.flatMap((column) =>
    column.kind === 'measure' && !LEFT_OUT.has(column.columnId) ? [{ reportType, title, measure: column }] : [],
  ),
)

const findMeasure = ({ reportType, measure }: Pick<HomeKpi, 'reportType' | 'measure'>): Measure | null =>
  HOME_MEASURES.find((one) => one.reportType === reportType && one.measure.columnId === measure)?.measure ?? null

export const isOfOrders = ({ reportType }: Pick<HomeKpi, 'reportType'>): boolean => reportType === 'Orders'

/** Whether the catalog has the measure, and limits that go with it. */
export const isHomeKpi = (kpi: HomeKpi): boolean =>
  findMeasure(kpi) !== null && (isOfOrders(kpi) || (kpi.channel === null && kpi.includeClubOrders))

/** `Tasting room net sales`, `Non-club orders` */
export const homeKpiLabel = (kpi: HomeKpi): string => {
  const name = findMeasure(kpi)?.displayName ?? kpi.measure
  if (kpi.channel !== null) return `${formatCode('channel', kpi.channel)} ${lowerFirst(name)}`
  return kpi.includeClubOrders ? name : `Non-club ${lowerFirst(name)}`
}

const dateColumnOf = ({ reportType, measure }: HomeKpi): string =>
  OWN_DATES[measure] ?? DATE_COLUMNS[reportType] ?? 'None'

/** A filter for the hours before this one; null where the number's date has no hour. */
const hourFilter = (kpi: HomeKpi, hour: number) => {
  const date = dateColumnOf(kpi)
  const type = REPORT_TYPES.find(({ reportType }) => reportType === kpi.reportType)
  const part = type?.columns.find(
    (column) => column.kind === 'dimension' && column.part?.of === date && column.part.grain === 'hour',
  )
  return part === undefined ? null : { columnId: part.columnId, comparison: 'LessThan' as const, value: hour }
}

/** The number over the hours of its days before this one; null where its date has no hour. */
export const homeReportUntil = (kpi: HomeKpi, days: HomeDays, hour: number): ReportRequest | null => {
  const filter = hourFilter(kpi, hour)
  return filter && reportOf(kpi, days, [filter])
}

/** The report whose total is the number. Its comparison range is that of the days. */
export const homeReport = (kpi: HomeKpi, days: HomeDays): ReportRequest => reportOf(kpi, days, [])

type HourFilter = NonNullable<ReturnType<typeof hourFilter>>

const reportOf = (kpi: HomeKpi, { from, until, compare }: HomeDays, ofHours: readonly HourFilter[]): ReportRequest => {
  const { reportType, measure, channel, includeClubOrders } = kpi
  const dateColumn = dateColumnOf(kpi)
  const definition = {
    reportType,
    name: homeKpiLabel(kpi),
    columns: [{ columnId: measure }],
    filters: [...(channel === null ? [] : [{ columnId: 'channel', value: channel }]), ...ofHours],
  }
  const request = ReportQuery.parse({
    definition,
    relativeDate: `${dateColumn}-None`,
    from,
    until,
    compare,
    includeClubOrders,
  })
  return { ...request, definition: ReportDefinition.parse(definition) }
}
