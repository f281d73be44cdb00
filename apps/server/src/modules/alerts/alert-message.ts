import { createFormats, type Formats, type Reader } from '#charts/value-format.ts'
import type { AlertCondition, AlertReading } from '#contract/alerts.ts'
import type { ResultColumn } from '#contract/reports.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'

/** An alert that fired, with values as reports answer them. */
export interface FiredAlert {
  readonly name: string
  readonly condition: AlertCondition
  readonly column: Pick<ResultColumn, 'displayName' | 'format'>
  readonly range: ResolvedRange | null
  readonly compareRange: ResolvedRange | null
  /** the first day with data, where only the days with data in both periods were compared */
  readonly dataStarts: LocalDay | null
  readonly readings: readonly AlertReading[]
  /** null: the reader's own alert */
  readonly ownerName: string | null
  /** rows that newly met the condition */
  readonly count: number
}

/** Rows that a message lists. */
const LISTED = 10

const changeText = ({ value, compared }: AlertReading, before: string, { value: text }: Formats): string => {
  const share = compared === null ? 0 : Math.abs(value - compared) / Math.abs(compared)
  return `${value < (compared ?? 0) ? 'down' : 'up'} ${text(share, 'percent')} from ${before}`
}

/** Why a reading met the condition, to follow its value. */
const describeReason = (
  reading: AlertReading,
  { condition, column, compareRange }: FiredAlert,
  formats: Formats,
): string => {
  const write = (value: number) => formats.value(value, column.format)
  switch (condition.kind) {
    case 'below':
      return `below your limit of ${write(condition.value)}`
    case 'above':
      return `above your limit of ${write(condition.value)}`
    case 'change': {
      if (condition.compare === 'plan')
        return changeText(reading, `the plan of ${write(reading.compared ?? 0)}`, formats)
      const days = compareRange === null ? '' : ` (${formats.range(compareRange.from, compareRange.until)})`
      return changeText(reading, `${write(reading.compared ?? 0)}${days}`, formats)
    }
    case 'forecast':
      return reading.value < (reading.compared ?? 0)
        ? `below the forecast of at least ${write(reading.compared ?? 0)}`
        : `above the forecast of at most ${write(reading.compared ?? 0)}`
  }
}

const formatDates = ({ range }: FiredAlert, formats: Formats): string =>
  range === null ? '' : ` for ${formats.range(range.from, range.until)}`

/** What follows the numbers. */
const notesOf = ({ dataStarts, ownerName }: FiredAlert, formats: Formats): string[] => [
  ...(dataStarts === null
    ? []
    : [`Your data starts ${formats.day(dataStarts, 'full')}, so only days with data in both periods are compared.`]),
  ...(ownerName === null ? [] : [`${ownerName} set up this alert for you. You can stop receiving it under Alerts.`]),
]

/** Subject and paragraphs of the notification, formatted for its reader. */
export const alertMessage = (
  fired: FiredAlert,
  reader: Reader,
): { readonly subject: string; readonly paragraphs: readonly string[] } => {
  const formats = createFormats(reader)
  const { name, column, readings, count } = fired
  const dates = formatDates(fired, formats)
  const write = ({ value }: AlertReading) => formats.value(value, column.format)
  const notes = notesOf(fired, formats)
  const [first] = readings
  if (first === undefined) return { subject: name, paragraphs: [] }
  if (first.label === null)
    return {
      subject: `${name}: ${write(first)}`,
      paragraphs: [
        `${column.displayName}${dates}: ${write(first)}, ${describeReason(first, fired, formats)}.`,
        ...notes,
      ],
    }
  const listed = readings.slice(0, LISTED)
  const more = count - listed.length
  return {
    subject: count === 1 ? `${name}: ${first.label}, ${write(first)}` : `${name}: ${count} rows`,
    paragraphs: [
      `${column.displayName}${dates}:`,
      ...listed.map((one) => `${one.label}: ${write(one)}, ${describeReason(one, fired, formats)}`),
      ...(more > 0 ? [`And ${formats.value(more, 'integer')} more.`] : []),
      ...notes,
    ],
  }
}
