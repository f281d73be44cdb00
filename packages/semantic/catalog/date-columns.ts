import type { PeriodCalendar } from '#domain/ranges/period.ts'
import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import { dimension, parseInteger, stored } from './build-column.ts'
import { type Dimension, InvalidValue } from './column.ts'
import type { Field, Scope } from './formula.ts'

interface DateColumn {
  /** `order` makes `orderDate, orderYear, orderMonth` … */
  readonly prefix: string
  /** ID of the date itself; default: the prefix and `Date` */
  readonly columnId?: string
  readonly displayName: string
}

interface TimestampColumn extends DateColumn {
  /** of the stored pair of columns `<name>_local` and `<name>_utc` */
  readonly name: string
  /** default: columns of the base table */
  readonly of?: (name: string) => Field
  readonly description?: string
}

interface DayColumn extends DateColumn {
  readonly day: Field
  /** of the day itself */
  readonly description?: string
}

type Parse = NonNullable<Dimension['parse']>

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

const dateText = (value: string | number | boolean): string => {
  if (typeof value === 'boolean') throw new InvalidValue('This must be a date')
  return String(value).trim()
}

/** An existing local day, `YYYY-MM-DD`. */
const parseDay: Parse = (value) => {
  const text = dateText(value)
  const isReal = DAY.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
  if (!isReal) throw new InvalidValue('This must be a day, such as 2026-03-14')
  return text
}

/** `YYYY-MM`, compared as the first day of the month. */
const parseMonth: Parse = (value) => {
  const text = dateText(value)
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidValue('This must be a month, such as 2026-03')
  return `${text}-01`
}

const parseQuarter: Parse = (value) => {
  const text = dateText(value).toUpperCase()
  if (!/^\d{4}-Q[1-4]$/.test(text)) throw new InvalidValue('This must be a quarter, such as 2026-Q1')
  return text
}

/**
 * Months from the start of a fiscal year to the January whose year names it: a fiscal year is named after the calendar
 * year that it ends in, and is the calendar year when it starts in January.
 */
export const monthsToNamingYear = ({ fiscalYearStartMonth }: PeriodCalendar): number => (13 - fiscalYearStartMonth) % 12

const toNamingYear = (sql: string, scope: Scope): string =>
  scope.dialect.addMonths(sql, monthsToNamingYear(scope.calendar))

interface Part {
  readonly suffix: string
  readonly grain: PeriodGrain | 'weekday' | 'hour'
  readonly type: Dimension['type']
  readonly description: string
  readonly field: (local: string, scope: Scope) => string
  readonly present?: NonNullable<Dimension['present']>
  readonly parse: Parse
}

const truncated = (grain: PeriodGrain) => (local: string, scope: Scope) =>
  scope.dialect.truncate(grain, local, scope.calendar)

/** Year and quarter are returned and compared by name, so that parsing a filter needs no calendar. */
const PARTS: readonly Part[] = [
  {
    suffix: 'Year',
    grain: 'year',
    type: 'integer',
    description: 'Fiscal year, named for the calendar year in which it ends',
    field: (local, scope) => scope.dialect.yearNumber(toNamingYear(truncated('year')(local, scope), scope)),
    parse: parseInteger,
  },
  {
    suffix: 'Quarter',
    grain: 'quarter',
    type: 'text',
    description: 'Quarter of the fiscal year',
    field: (local, scope) => scope.dialect.quarterText(toNamingYear(truncated('quarter')(local, scope), scope)),
    parse: parseQuarter,
  },
  {
    suffix: 'Month',
    grain: 'month',
    type: 'text',
    description: 'Calendar month',
    field: truncated('month'),
    present: (sql, scope) => scope.dialect.monthText(sql),
    parse: parseMonth,
  },
  {
    suffix: 'Week',
    grain: 'week',
    type: 'date',
    description: 'First day of the week, by the account’s week start',
    field: truncated('week'),
    present: (sql, scope) => scope.dialect.dayText(sql),
    parse: parseDay,
  },
  {
    suffix: 'Day',
    grain: 'day',
    type: 'date',
    description: 'Day in the account’s time zone',
    field: (local, scope) => scope.dialect.toDate(local),
    present: (sql, scope) => scope.dialect.dayText(sql),
    parse: parseDay,
  },
  {
    suffix: 'Weekday',
    grain: 'weekday',
    type: 'integer',
    description: 'Day of the week, 1 (Monday) to 7 (Sunday)',
    field: (local, scope) => scope.dialect.weekday(local),
    parse: parseInteger,
  },
  {
    suffix: 'Hour',
    grain: 'hour',
    type: 'integer',
    description: 'Hour of the day in the account’s time zone, 0 to 23',
    field: (local, scope) => scope.dialect.hour(local),
    parse: parseInteger,
  },
]

const partColumns = (
  parts: readonly Part[],
  { prefix, columnId, displayName }: DateColumn,
  local: Field,
): Dimension[] =>
  parts.map((part) =>
    dimension(`${prefix}${part.suffix}`, `${displayName.replace(/ date$/i, '')} ${part.suffix.toLowerCase()}`, {
      type: part.type,
      description: part.description,
      field: (scope) => part.field(local(scope), scope),
      ...(part.present ? { present: part.present } : {}),
      parse: part.parse,
      part: { of: columnId ?? `${prefix}Date`, grain: part.grain },
    }),
  )

/** A timestamp's column and its parts, all derived from the account-local time. */
export const timestampColumns = (column: TimestampColumn): Dimension[] => {
  const { prefix, columnId = `${prefix}Date`, displayName, name, of = stored, description = displayName } = column
  const local = of(`${name}_local`)
  const whole = dimension(columnId, displayName, {
    type: 'dateTime',
    description: `${description}; a day in a filter is a day in the account’s time zone`,
    field: local,
    utcField: of(`${name}_utc`),
    present: (sql, scope) => scope.dialect.instantText(sql),
    parse: parseDay,
  })
  return [whole, ...partColumns(PARTS, column, local)]
}

/** A local day's column and its parts, except the hour. */
export const dayColumns = (column: DayColumn): Dimension[] => {
  const { prefix, columnId = `${prefix}Date`, displayName, day, description } = column
  const parts = PARTS.filter(({ grain }) => grain !== 'hour')
  return [dayColumn(columnId, displayName, day, description), ...partColumns(parts, column, day)]
}

/** The month of the last day, for columns that count what there is at its end. */
export const monthOfCount = (counted: string): Dimension =>
  dimension('asOfMonth', 'Month', {
    description: `Month at whose end ${counted} counted`,
    field: (scope) => truncated('month')(scope.dialect.addDays(scope.until(), -1), scope),
    present: (sql, scope) => scope.dialect.monthText(sql),
    parse: parseMonth,
    part: { of: 'asOfMonth', grain: 'month' },
  })

/** The month without its year, in fiscal-year order, to compare years side by side. */
export const monthOfYearColumn = (prefix: string, displayName: string, local: Field): Dimension =>
  dimension(`${prefix}MonthOfYear`, displayName, {
    type: 'integer',
    description: 'Calendar month of any year, 1 (January) to 12, sorted from the first month of the fiscal year',
    field: (scope) => scope.dialect.monthNumber(local(scope)),
    order: (sql, { calendar }) => {
      const first = calendar.fiscalYearStartMonth
      return `(CASE WHEN ${sql} < ${first} THEN ${sql} + 12 ELSE ${sql} END)`
    },
    parse: parseInteger,
    part: { of: `${prefix}Date`, grain: 'monthOfYear' },
  })

/** Saturday or Sunday. `day` names the date where the type has several. */
export const weekendDimension = (local: Field, day?: string): Dimension =>
  dimension('isWeekend', 'Weekend', {
    synonyms: `
      weekday vs weekend, weekend vs weekday, weekdays vs weekends, weekends vs weekdays, weekday versus weekend,
      weekends versus weekdays, weekdays versus weekends, weekday or weekend, weekdays and weekends,
      weekends and weekdays, weekday and weekend`,
    type: 'boolean',
    description: day === undefined ? 'Saturday or Sunday' : `${day} is a Saturday or Sunday`,
    field: (scope) => `(${scope.dialect.weekday(local(scope))} >= 6)`,
  })

/** Parts of a day by their codes, each until before an hour. */
const DAY_PARTS = [
  ['morning', 12],
  ['early_afternoon', 15],
  ['late_afternoon', 18],
  ['evening', 24],
] as const

/** The part of the day that a local timestamp is in. */
export const dayPartDimension = (local: Field): Dimension =>
  dimension('dayPart', 'Part of day', {
    synonyms: `
      part of day, part of the day, parts of the day, parts of day, day part, day parts, daypart, dayparts, time slot, time slots,
      morning vs afternoon, mornings vs afternoons, morning versus afternoon, mornings versus afternoons, morning or afternoon`,
    type: 'enum',
    description:
      'Morning until noon, early afternoon until 3 PM, late afternoon until 6 PM, then evening, in local time',
    field: (scope) => {
      const hour = scope.dialect.hour(local(scope))
      return `CASE ${DAY_PARTS.map(([code, until]) => `WHEN ${hour} < ${until} THEN '${code}'`).join(' ')} END`
    },
    order: (sql) => `CASE ${DAY_PARTS.map(([code, until]) => `WHEN ${sql} = '${code}' THEN ${until}`).join(' ')} END`,
  })

/** A local day without parts. */
export const dayColumn = (columnId: string, displayName: string, field: Field, description?: string): Dimension =>
  dimension(columnId, displayName, {
    type: 'date',
    ...(description ? { description } : {}),
    field,
    present: (sql, scope) => scope.dialect.dayText(sql),
    parse: parseDay,
  })
