import { findTimePart, writeTimePart } from '#charts/report/time-part.ts'
import type { Formats } from '#charts/value-format.ts'
import type { Understood } from '#contract/ask.ts'
import type { ReportResult } from '#contract/reports.ts'
import { formatCode } from '#domain/code-labels.ts'
import { lowerFirst } from '#domain/text.ts'
import { unsourcedNumbers } from '#insights/language/digit-checker.ts'

type Column = Pick<ReportResult['columns'][number], 'columnId' | 'displayName' | 'format'>
type Result = Pick<ReportResult, 'rows' | 'totals' | 'previous' | 'previousTotals' | 'rowCount'> & {
  readonly columns: readonly Column[]
  readonly range: { readonly label: string } | null
}
type Asked = Pick<Understood, 'definition' | 'focus' | 'compare'>

const isShare = ({ columnId, format }: Column): boolean => format === 'percent' && /share$/i.test(columnId)

type Cell = string | number | boolean | null

const labelOfCell = (columnId: string, value: unknown, formats: Formats): string => {
  const isCell = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  const cell: Cell = isCell ? value : null
  const part = findTimePart(columnId)
  return part === null || cell === null ? formatCode(columnId, cell) : writeTimePart(part, cell, formats, 'full')
}

/** "Club was 38.4% of net sales, Jan 1 – Mar 14, 2026." Null where the answer has no such row. */
const shareSentence = ({ columns, rows, range }: Result, { focus }: Asked, formats: Formats): string | null => {
  const at = columns.findIndex(({ columnId }) => columnId === focus?.columnId)
  const shareAt = columns.findIndex(isShare)
  const measure = columns[shareAt - 1]
  if (focus === undefined || at < 0 || shareAt < 0 || measure === undefined) return null
  const named = rows.flatMap((row) => {
    const [cell, share] = [row[at], row[shareAt]]
    const isNamed = focus.values.some((value) => value === cell)
    return isNamed && typeof share === 'number' ? [{ name: labelOfCell(focus.columnId, cell, formats), share }] : []
  })
  if (named.length === 0) return null
  const names = named.map(({ name }) => name).join(' and ')
  const share = named.reduce((sum, one) => sum + one.share, 0)
  const when = range === null ? 'all time' : range.label
  return `${names} ${named.length > 1 ? 'were' : 'was'} ${formats.value(share, 'percent')} of ${lowerFirst(measure.displayName)}, ${when}.`
}

const MAX_DRIVERS = 2

/**
 * "Net sales fell $12,300 (8.1%). Largest changes: Club −$9,000, Web −$2,000." For groups of a total that adds up, of which all rows
 * are known. Null otherwise.
 */
const changeSentence = (result: Result, { definition }: Asked, formats: Formats): string | null => {
  const { columns, rows, totals, previous, previousTotals, rowCount } = result
  const at = columns.findIndex(({ columnId }) => !definition.groupColumns.includes(columnId))
  const column = columns[at]
  const [now, before] = [totals[at], previousTotals?.[at]]
  const isWhole = previous !== undefined && rowCount <= rows.length
  const isAmount = column !== undefined && (column.format === 'currency' || column.format === 'integer')
  if (!isWhole || !isAmount || typeof now !== 'number' || typeof before !== 'number' || before === 0) return null
  if (definition.groupColumns.length !== 1) return null
  const change = now - before
  if (change === 0) return `${column.displayName} did not change.`
  const percent = formats.value(Math.abs(change / before), 'percent')
  const verb = change < 0 ? 'fell' : 'rose'
  const drivers = rows
    .map((row, index) => ({ row, change: numberAt(row, at) - numberAt(previous[index] ?? [], at) }))
    .filter((one) => Math.sign(one.change) === Math.sign(change))
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, MAX_DRIVERS)
    .map(
      (one) => `${labelOfCell(columns[0]?.columnId ?? '', one.row[0], formats)} ${signed(one.change, column, formats)}`,
    )
  const amount = formats.value(Math.abs(change), column.format)
  return `${column.displayName} ${verb} ${amount} (${percent}). Largest changes: ${drivers.join(', ')}.`
}

const numberAt = (row: readonly unknown[], at: number): number => {
  const cell = row[at]
  return typeof cell === 'number' ? cell : 0
}

const signed = (value: number, { format }: Column, formats: Formats): string =>
  `${value < 0 ? '−' : '+'}${formats.value(Math.abs(value), format)}`

/** Everything in the answer that a sentence may take digits from, besides its figures: names, and the dates. */
const namesIn = ({ columns, rows, range }: Result, formats: Formats): string[] => [
  ...columns.map(({ displayName }) => displayName),
  ...rows.flatMap((row) =>
    row.flatMap((cell, at) => {
      const columnId = columns[at]?.columnId ?? ''
      const isName = typeof cell === 'string' || findTimePart(columnId) !== null
      return isName ? [labelOfCell(columnId, cell, formats)] : []
    }),
  ),
  ...(range === null ? [] : [range.label]),
]

/**
 * The answer as a sentence, made of the numbers of its report; null for an answer that is a table, and for a sentence with a digit
 * that is none of the report's.
 */
export const answerSentence = (result: Result, asked: Asked, formats: Formats): string | null => {
  const figures: string[] = []
  const value: Formats['value'] = (...of) => {
    const text = formats.value(...of)
    figures.push(text)
    return text
  }
  const recording = { ...formats, value }
  const sentence =
    asked.focus === undefined ? changeSentence(result, asked, recording) : shareSentence(result, asked, recording)
  if (sentence === null) return null
  return unsourcedNumbers(sentence, [...figures, ...namesIn(result, formats)]).length === 0 ? sentence : null
}
