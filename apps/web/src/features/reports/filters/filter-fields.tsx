import { NativeSelect, Stack } from '@mantine/core'
import type { Comparison } from '#domain/report-terms.ts'
import { comparisonLabel } from './filter-labels.ts'
import { FilterValueField } from './filter-value-field.tsx'
import {
  COMPARISONS_OF,
  emptyFilter,
  type FilterColumn,
  needsValue,
  type ReportFilter,
  valueKindOf,
} from './report-filter.ts'

export interface FilterFieldsProps {
  readonly reportType: string
  /** columns that can be filtered, in order */
  readonly columns: readonly FilterColumn[]
  readonly filter: ReportFilter
  /** error from the server for the filter; null: none */
  readonly error?: string | null
  readonly onChange: (filter: ReportFilter) => void
}

const isComparison = (text: string, known: readonly Comparison[]): text is Comparison =>
  known.some((one) => one === text)

/** Fields of a filter: column, comparison and, if needed, value. */
export const FilterFields = ({ reportType, columns, filter, error = null, onChange }: FilterFieldsProps) => {
  const column = columns.find(({ columnId }) => columnId === filter.columnId) ?? columns[0]
  if (column === undefined) return null
  const kind = valueKindOf(column)
  const comparisons = COMPARISONS_OF[kind]
  const handleColumn = (columnId: string): void => {
    const next = columns.find((one) => one.columnId === columnId)
    if (next) onChange(emptyFilter(next))
  }
  const handleComparison = (comparison: string): void => {
    if (!isComparison(comparison, comparisons)) return
    onChange({ ...filter, comparison, value: needsValue(comparison) ? filter.value : null })
  }
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Column"
        value={column.columnId}
        onChange={({ currentTarget }) => handleColumn(currentTarget.value)}
        data={columns.map(({ columnId, displayName }) => ({ value: columnId, label: displayName }))}
      />
      <NativeSelect
        label="Comparison"
        value={filter.comparison}
        onChange={({ currentTarget }) => handleComparison(currentTarget.value)}
        data={comparisons.map((value) => ({ value, label: comparisonLabel(value, kind) }))}
      />
      {needsValue(filter.comparison) ? (
        <FilterValueField
          // Changing the column resets the value field.
          key={column.columnId}
          {...{ reportType, column, error }}
          value={filter.value}
          onChange={(value) => onChange({ ...filter, value })}
        />
      ) : null}
    </Stack>
  )
}
