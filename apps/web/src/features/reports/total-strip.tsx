import { isShownColumn, type ReportResult } from '#contract/reports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { Facts } from '#web/app/facts.tsx'

/** The totals of a funnel, each with the rate that follows it. */
export const TotalStrip = ({ columns, totals }: Pick<ReportResult, 'columns' | 'totals'>) => {
  const formats = useFormats()
  const texts = columns.map(({ format }, at) => formats.value(Number(totals[at]), format))
  const facts = columns.flatMap((column, at) => {
    if (column.kind !== 'measure' || column.format === 'percent' || !isShownColumn(column)) return []
    const rate = columns[at + 1]?.format === 'percent' ? ` · ${texts[at + 1]}` : ''
    return [[column.displayName, `${texts[at]}${rate}`] as const]
  })
  return <Facts facts={facts} />
}
