import { isShownColumn, type ReportResult } from '#contract/reports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { Facts } from '#web/app/facts.tsx'
import { findTrialsColumn } from '#widgets/kit/proportion-note.ts'

/** The totals of a funnel, each with the rate that follows it and what that is of, which may leave some out. */
export const TotalStrip = ({ columns, totals }: Pick<ReportResult, 'columns' | 'totals'>) => {
  const formats = useFormats()
  const texts = columns.map(({ format }, at) => formats.value(Number(totals[at]), format))
  const facts = columns.flatMap((column, at) => {
    if (column.kind !== 'measure' || column.format === 'percent' || !isShownColumn(column)) return []
    const next = columns[at + 1]
    if (next?.format !== 'percent') return [[column.displayName, texts[at] ?? ''] as const]
    const trials = findTrialsColumn(columns, next)
    const rate = trials === null ? texts[at + 1] : `${texts[at + 1]} of ${texts[trials.index]}`
    return [[column.displayName, `${texts[at]} · ${rate}`] as const]
  })
  return <Facts facts={facts} />
}
