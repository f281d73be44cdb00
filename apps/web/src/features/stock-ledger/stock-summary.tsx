import { Text } from '@mantine/core'
import type { ReportResult } from '#contract/reports.ts'

/** As in the report Low Inventory. */
const LOW_WEEKS = 8

/** How many products are short or run out soon; nothing where the report has more of them than are loaded. */
export const StockSummary = ({ columns, rows, rowCount }: Pick<ReportResult, 'columns' | 'rows' | 'rowCount'>) => {
  const indexOf = (name: string): number => columns.findIndex(({ columnId }) => columnId === name)
  const [free, weeks] = [indexOf('free'), indexOf('weeksOnHand')]
  if (free < 0 || weeks < 0 || rows.length < rowCount) return null
  const short = rows.filter((row) => Number(row[free]) < 0).length
  const soon = rows.filter((row) => Number(row[free]) >= 0 && Number(row[weeks] ?? LOW_WEEKS) < LOW_WEEKS).length
  return (
    <Text fw={600}>
      <span data-verdict={short > 0 ? 'bad' : undefined}>
        {short === 1 ? '1 product is' : `${short} products are`} short
      </span>
      , {soon === 1 ? '1 runs' : `${soon} run`} out within {LOW_WEEKS} weeks
    </Text>
  )
}
