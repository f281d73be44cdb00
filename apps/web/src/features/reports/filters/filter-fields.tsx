import { NativeSelect, Stack } from '@mantine/core'
import type { Comparison } from '#domain/report-terms.ts'
import { FilterValueField } from './filter-value-field.tsx'
import { comparisonWords } from './filter-words.ts'
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
  /** what may be filtered by, in the order offered */
  readonly columns: readonly FilterColumn[]
  readonly filter: ReportFilter
  /** the server's word on the filter; null: none */
  readonly error?: string | null
  readonly onChange: (filter: ReportFilter) => void
}

const isComparison = (text: string, known: readonly Comparison[]): text is Comparison =>
  known.some((one) => one === text)

/** A filter as three fields: column, comparison and, where one is needed, value. */
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
        data={comparisons.map((value) => ({ value, label: comparisonWords(value, kind) }))}
      />
      {needsValue(filter.comparison) ? (
        <FilterValueField
          // A field of another column begins anew.
          key={column.columnId}
          {...{ reportType, column, error }}
          value={filter.value}
          onChange={(value) => onChange({ ...filter, value })}
        />
      ) : null}
    </Stack>
  )
}
