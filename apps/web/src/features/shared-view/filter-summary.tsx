import { Text } from '@mantine/core'
import { useFormats } from '#ui/formats-context.tsx'
import { compareLabel, datesLabel } from '#web/features/filter-bar/bar-labels.ts'
import type { BarView } from '#web/features/filter-bar/bar-view.ts'
import { columnLabel, valuesLabel } from '#web/features/filter-bar/column-labels.ts'

/** What the numbers are limited to, in one line; nothing where each tile says so itself. */
export const FilterSummary = ({ bar }: { bar: BarView }) => {
  const formats = useFormats()
  const parts = [
    bar.range.kind === 'own' ? [] : [datesLabel(bar.range, formats)],
    bar.compare === null ? [] : [compareLabel(bar.compare)],
    bar.filters.map((filter) => `${columnLabel(filter.columnId, [])}: ${valuesLabel(filter, formats)}`),
    bar.includeClubOrders ? [] : ['Without club orders'],
  ].flat()
  return (
    parts.length > 0 && (
      <Text size="sm" c="dimmed">
        {parts.join(' · ')}
      </Text>
    )
  )
}
