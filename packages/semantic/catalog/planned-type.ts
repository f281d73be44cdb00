import { lookupTable } from '#domain/lookup-table.ts'
import { addDays, diffDays, parseLocalDay, startOfMonth } from '#domain/ranges/local-day.ts'
import { amountsOver, type PlannedMeasure, plannableMeasure, spreadMonth } from '#domain/winery-plan.ts'
import type { PlannedQuery } from '../query.ts'
import { buildMeasure, stored } from './build-column.ts'
import type { Column, Measure } from './column.ts'
import type { Field, Scope } from './formula.ts'
import type { ReportType } from './report-type.ts'

/** Stored columns that the date columns and breakdowns of a type read: the plan's relation has them, so their fields stay as they are. */
const STORED: Readonly<Record<string, readonly string[]>> = lookupTable({
  orderDate: ['ordered_local', 'ordered_utc'],
  signupDate: ['signup_local', 'signup_utc'],
  cancelledDate: ['cancelled_local', 'cancelled_utc'],
  reservationDate: ['reserved_local', 'reserved_utc'],
})
const BREAKDOWNS = { channel: 'channel', club: 'club_name', location: 'location' } as const

/** A measure without a plan. */
export const NOT_PLANNED = 'notPlanned'

const AMOUNT = 'plan_amount'
const MEASURE = 'plan_measure'

/** What the months have for each day of the range. */
const dayAmounts = (
  months: PlannedMeasure['months'],
  shares: PlannedMeasure['shares'],
  { from, until }: Pick<PlannedQuery, 'from' | 'until'>,
): number[] => {
  const spread = new Map(months.map(({ month, amount }) => [month, spreadMonth(amount, month, shares[month])]))
  return Array.from({ length: diffDays(from, until) }, (_, index) => {
    const day = addDays(from, index)
    return spread.get(startOfMonth(day))?.[parseLocalDay(day).day - 1] ?? 0
  })
}

/** A row per measure, value and day. */
const planRows =
  (planned: PlannedQuery) =>
  (scope: Scope): string => {
    const { dialect, bind } = scope
    const used = new Set(Object.values(planned.measures))
    const length = diffDays(planned.from, planned.until)
    const lists = scope.plan
      .filter(({ measure }) => used.has(measure))
      .flatMap((line) => {
        const byValue = Map.groupBy(amountsOver(line, planned, planned.withoutClubOrders), ({ value }) => value)
        return [...byValue].map(([value, months]) => {
          const amounts = dayAmounts(months, line.shares, planned)
          const by = Object.entries(BREAKDOWNS).map(([breakdown, name]) => {
            const own = breakdown === line.breakdown && value !== null
            return `${own ? bind(value, 'text') : `NULLIF(${bind('', 'text')}, '')`} AS ${name}`
          })
          return `SELECT ${bind(line.measure, 'text')} AS ${MEASURE}, ${by.join(', ')}, ${bind(amounts.join(','), 'text')} AS amounts`
        })
      })
    const each = `SELECT *, ${dialect.eachBetween('0', String(length), null)} AS day_index FROM (${lists.join(' UNION ALL ')}) AS l`
    const day = dialect.addDays(bind(planned.from, 'date'), 'day_index')
    const days = (STORED[planned.dateColumn] ?? []).map((name) => `${day} AS ${name}`)
    const amount = dialect.integerAt('amounts', 'day_index')
    return `(SELECT ${MEASURE}, ${Object.values(BREAKDOWNS).join(', ')}, ${days.join(', ')}, ${amount} AS ${AMOUNT} FROM (${each}) AS e)`
  }

const plannedMeasure = (column: Measure, id: string): Measure => {
  const isOfMeasure: Field = (scope) => `(${scope.col(MEASURE)} = ${scope.bind(id, 'text')})`
  const { columnId, displayName, type, goodDirection } = column
  return buildMeasure({
    columnId,
    displayName,
    type,
    goodDirection,
    description: 'The plan of each month, spread over its days',
    population: isOfMeasure,
    record: (scope) => `CASE WHEN ${isOfMeasure(scope)} THEN ${scope.col(AMOUNT)} END`,
    formula: { kind: 'sum', of: stored(AMOUNT), where: isOfMeasure },
  })
}

const notPlanned: Measure = buildMeasure({
  columnId: NOT_PLANNED,
  displayName: 'Not planned',
  type: 'number',
  description: 'There is no plan of it',
  formula: { kind: 'max', of: stored(AMOUNT), where: () => '(1 = 0)' },
})

/** Days of a plan have no time. */
const isDateColumn = (column: Column, dateColumn: string): boolean =>
  column.columnId === dateColumn ||
  (column.kind === 'dimension' && column.part?.of === dateColumn && column.part.grain !== 'hour')

/** Dimensions that the plan of the measures has, by columnId. */
export const plannedDimensions = (type: ReportType, lines: readonly PlannedMeasure[], dateColumn: string) =>
  type.columns.filter(
    (column) =>
      isDateColumn(column, dateColumn) ||
      (lines.length > 0 &&
        lines.every(({ measure, breakdown }) => plannableMeasure(measure).by[breakdown] === column.columnId)),
  )

const types = new WeakMap<PlannedQuery, ReportType>()

/** The account's plan, read as if its day amounts were records of the type. */
export const plannedType = (type: ReportType, planned: PlannedQuery): ReportType => {
  const known = types.get(planned)
  if (known !== undefined) return known
  const columns = type.columns.flatMap((column): Column[] => {
    const id = planned.measures[column.columnId]
    if (column.kind === 'measure') return id === undefined ? [] : [plannedMeasure(column, id)]
    return planned.dimensions.includes(column.columnId) ? [column] : []
  })
  const breakdowns = planned.dimensions.filter((columnId) =>
    columns.some((one) => one.columnId === columnId && !isDateColumn(one, planned.dateColumn)),
  )
  const day = columns.find(
    (column) => column.kind === 'dimension' && column.part?.grain === 'day' && column.part.of === planned.dateColumn,
  )
  const made: ReportType = {
    reportType: 'Plan',
    title: 'the plan',
    table: type.table,
    rows: planRows(planned),
    joins: {},
    dateColumn: planned.dateColumn,
    currencyColumn: null,
    channelColumn: null,
    recordKey: [...(STORED[planned.dateColumn] ?? []).slice(0, 1), MEASURE, ...Object.values(BREAKDOWNS)],
    recordColumns: [...(day ? [day.columnId] : []), ...breakdowns],
    columns: [...columns, notPlanned],
  }
  types.set(planned, made)
  return made
}
