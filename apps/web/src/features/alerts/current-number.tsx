import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import type { ReportResult } from '#contract/reports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import type { AlertDraft } from './alert-draft.ts'

interface CurrentNumberProps {
  readonly definition: ReportDefinitionInput
  readonly draft: Pick<AlertDraft, 'column' | 'scope' | 'kind' | 'compare'>
}

/** The watched total on the current data, and what it is compared with. */
export const CurrentNumber = ({ definition, draft: { column, scope, kind, compare } }: CurrentNumberProps) => {
  const { queries } = useRuntime()
  const formats = useFormats()
  const isCompared = kind === 'change'
  const { data } = useQuery(
    queries.reports.query.queryOptions({
      input: { definition, pageSize: 1, compare: isCompared ? compare : 'none' },
      placeholderData: keepPreviousData,
      enabled: scope === 'total',
    }),
  )
  const value = data?.totals[column]
  if (scope === 'rows' || data === undefined || typeof value !== 'number') return null
  const write = (cell: unknown) =>
    formats.value(typeof cell === 'number' ? cell : null, data.columns[column]?.format ?? 'number')
  return (
    <Text size="sm" c="dimmed" role="status">
      Currently {write(value)}
      {data.range ? ` (${data.range.label})` : ''}
      {isCompared ? comparedText(data, column, write) : ''}
    </Text>
  )
}

/** What the number is compared with; where the history is short, like for like. */
const comparedText = (
  { previousTotals, compareRange, comparison }: ReportResult,
  column: number,
  write: (cell: unknown) => string,
): string => {
  if (!compareRange || !comparison) return ''
  const { dataStarts, likeForLike } = comparison
  if (dataStarts === null) return `, compared with ${write(previousTotals?.[column])} (${compareRange.label})`
  if (likeForLike === null) return '. There isn’t enough history to compare.'
  const { totals, previousTotals: before, range, compareRange: earlier } = likeForLike
  return `. On comparable days: ${write(totals[column])} (${range.label}), compared with ${write(before[column])} (${earlier.label})`
}
