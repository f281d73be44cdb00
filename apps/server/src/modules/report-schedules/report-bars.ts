import { timePartOf } from '#charts/report/time-part.ts'
import { createFormats } from '#charts/value-format.ts'
import type { MailBar } from '#server/mail/templates/scheduled-report.mail.ts'
import { formatCell, type ReportSnapshot } from '#server/modules/reports/index.ts'

/** Maximum bars of a category chart and points of a time series in an email. */
const MAX_BARS = 12
const MAX_POINTS = 31

interface ReportBars {
  readonly heading: string
  readonly bars: readonly MailBar[]
}

const sameId = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The report's chart as bars of its first measure, in row order. Null when there is nothing to draw. */
export const reportBars = ({ chart, answer, ...reader }: ReportSnapshot): ReportBars | null => {
  if (chart === null || chart.kind === 'none') return null
  const { columns, rows } = answer
  const x = columns.findIndex(({ kind, columnId }) => kind === 'dimension' && (!chart.x || sameId(columnId, chart.x)))
  const named = columns.findIndex(
    ({ kind, columnId }) => kind === 'measure' && chart.series.some((one) => sameId(one, columnId)),
  )
  const measure = named >= 0 ? named : columns.findIndex(({ kind }) => kind === 'measure')
  const [category, value] = [columns[x], columns[measure]]
  if (category === undefined || value === undefined || rows.length === 0) return null
  const limit = timePartOf(category.columnId) === null ? MAX_BARS : MAX_POINTS
  const shown = rows.slice(0, limit)
  const numbers = shown.map((row) => (typeof row[measure] === 'number' ? Number(row[measure]) : 0))
  const most = Math.max(...numbers.map(Math.abs), Number.MIN_VALUE)
  const formats = createFormats(reader)
  const header = { ...category, header: category.displayName }
  const bars = shown.map((row, place) => {
    const number = numbers[place] ?? 0
    return {
      name: formatCell(header, row[x] ?? null, formats),
      text: formats.value(typeof row[measure] === 'number' ? number : null, value.format),
      share: Math.abs(number) / most,
      isNegative: number < 0,
    }
  })
  const part = rows.length > limit ? `, the first ${limit}` : ''
  return { heading: `${value.displayName} by ${category.displayName}${part}`, bars }
}
