import type { Formats } from '#charts/value-format.ts'
import type { Alert, AlertCondition, AlertReading } from '#contract/alerts.ts'
import type { AlertStatus } from '#domain/alerts.ts'
import { COMPARE_TITLES } from '#domain/ranges/comparison-mode.ts'
import type { Format } from '#domain/report-terms.ts'
import { inSentence, lowerFirst } from '#domain/text.ts'
import { isReportRange, rangeName } from '../reports/range/range-labels.ts'

export const KIND_LABELS: Readonly<Record<AlertCondition['kind'], string>> = {
  below: 'Falls below',
  above: 'Rises above',
  change: 'Changes by more than',
  forecast: 'Is outside the forecast',
}

const MOVES = { down: 'drop', up: 'rise', either: 'change' } as const
const SIDES = { down: 'below', up: 'above', either: 'outside' } as const

/** When an alert fires, to follow the number's name. */
const conditionText = (condition: AlertCondition, format: Format, formats: Formats): string => {
  switch (condition.kind) {
    case 'below':
      return `below ${formats.value(condition.value, format)}`
    case 'above':
      return `above ${formats.value(condition.value, format)}`
    case 'change': {
      const title = COMPARE_TITLES[condition.compare]
      const than = lowerFirst(title)
      return `${MOVES[condition.direction]} of more than ${formats.value(condition.percent / 100, 'percent')} from the ${than}`
    }
    case 'forecast':
      return `${SIDES[condition.direction]} the forecast range`
  }
}

/** What an alert watches and when it fires: "Net sales (yesterday) below $1,000.00". */
export const alertSentence = (
  { measureName, definition, scope, condition, format }: Alert,
  formats: Formats,
): string => {
  const range = definition.relativeDateFilter?.relativeRange ?? 'None'
  const days = isReportRange(range) && range !== 'None' ? ` (${rangeName(range).toLowerCase()})` : ''
  const subject = scope === 'rows' ? `Any row’s ${inSentence(measureName)}${days}` : `${measureName}${days}`
  return `${subject} ${conditionText(condition, format, formats)}`
}

export const STATUS_LABELS: Readonly<Record<AlertStatus, string>> = {
  unchecked: 'Not checked yet',
  ok: 'OK',
  firing: 'Triggered',
  waiting: 'Waiting for data',
  unknown: 'No value to compare',
  failed: 'Can’t be checked',
}

export const STATUS_HINTS: Readonly<Partial<Record<AlertStatus, string>>> = {
  waiting: 'Your data doesn’t reach the end of this period yet.',
  unknown: 'There’s no number for this period, or nothing to compare it with.',
  failed: 'Its report can’t be run anymore. Edit the alert.',
}

/** A number that met the condition, and what it was compared with. */
export const readingText = (
  { value, compared }: AlertReading,
  condition: AlertCondition,
  format: Format,
  formats: Formats,
): string => {
  const text = formats.value(value, format)
  if (compared === null) return text
  const other = formats.value(compared, format)
  if (condition.kind === 'change')
    return `${text}, ${value < compared ? 'down' : 'up'} ${formats.value(Math.abs((value - compared) / compared), 'percent')} from ${other}`
  return value < compared ? `${text}, expected at least ${other}` : `${text}, expected at most ${other}`
}
