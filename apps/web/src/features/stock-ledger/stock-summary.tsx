import { Text } from '@mantine/core'
import type { ReportResult } from '#contract/reports.ts'
import { countOf } from '#domain/text.ts'

/** As in the report Low Inventory. */
const LOW_WEEKS = 8

/** How many products are short or run out soon; nothing where the report has more of them than are loaded. */
export const StockSummary = ({ columns, rows, rowCount }: Pick<ReportResult, 'columns' | 'rows' | 'rowCount'>) => {
  const indexOf = (name: string): number => columns.findIndex(({ columnId }) => columnId === name)
  const [free, weeks] = [indexOf('free'), indexOf('weeksOnHand')]
  if (free < 0 || weeks < 0 || rows.length < rowCount) return null
  const short = rows.filter((row) => Number(row[free]) < 0).length
  const soon = rows.filter((row) => Number(row[free]) >= 0 && Number(row[weeks] ?? LOW_WEEKS) < LOW_WEEKS).length
  const products = (count: number): string => countOf(count, 'product')
  return (
    <Text fw={600}>
      {short > 0 && <span data-verdict="bad">{`${products(short)} ${short === 1 ? 'is' : 'are'} short, `}</span>}
      {short > 0 ? soon : products(soon)} {soon === 1 ? 'runs' : 'run'} out within {LOW_WEEKS} weeks
    </Text>
  )
}
