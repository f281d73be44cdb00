import { Button, FocusTrap, Group, NativeSelect, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Comparison } from '#domain/report-terms.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { BarChip } from '../../filter-bar/bar-chip.tsx'
import { comparisonLabel, formatFilter, levelLabel } from './filter-labels.ts'
import { FilterValueField } from './filter-value-field.tsx'
import {
  COMPARISONS_OF,
  emptyFilter,
  type FilterColumn,
  filterLevels,
  filterValueKind,
  isComplete,
  needsValue,
  type ReportFilter,
} from './report-filter.ts'

interface FilterFieldsProps {
  readonly reportType: string
  /** columns that can be filtered, in order */
  readonly columns: readonly FilterColumn[]
  /** a filter on a measure says whether it compares records or groups */
  readonly isGrouped: boolean
  readonly filter: ReportFilter
  /** error from the server for the filter; null: none */
  readonly error?: string | null
  readonly onChange: (filter: ReportFilter) => void
}

const isComparison = (text: string, known: readonly Comparison[]): text is Comparison =>
  known.some((one) => one === text)

/** Fields of a filter: column, comparison and, if needed, value. */
export const FilterFields = ({ reportType, columns, isGrouped, filter, error = null, onChange }: FilterFieldsProps) => {
  const column = columns.find(({ columnId }) => columnId === filter.columnId) ?? columns[0]
  if (column === undefined) return null
  const kind = filterValueKind(column)
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
      {isGrouped && column.kind === 'measure' ? <LevelField {...{ reportType, column, filter, onChange }} /> : null}
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

type LevelFieldProps = Pick<FilterFieldsProps, 'reportType' | 'filter' | 'onChange'> & { readonly column: FilterColumn }

/** Whether a filter on a measure compares each record or each group. */
const LevelField = ({ reportType, column, filter, onChange }: LevelFieldProps) => {
  const levels = filterLevels(column)
  const handleLevel = (wanted: string): void => {
    const { appliesTo: _, ...rest } = filter
    onChange(wanted === 'records' ? { ...rest, appliesTo: 'records' } : rest)
  }
  return (
    <NativeSelect
      label="Applies to"
      value={filter.appliesTo ?? 'groups'}
      onChange={({ currentTarget }) => handleLevel(currentTarget.value)}
      data={levels.map((value) => ({ value, label: levelLabel(column, value, reportType) }))}
    />
  )
}

export interface FilterChipsProps {
  readonly reportType: string
  readonly columns: readonly FilterColumn[]
  readonly isGrouped: boolean
  readonly filters: readonly ReportFilter[]
  readonly onChange: (filters: readonly ReportFilter[]) => void
}

/** The active conditions, each of which can be changed or removed. */
export const FilterChips = ({ filters, onChange, ...of }: FilterChipsProps) => {
  const formats = useFormats()
  return filters.map((filter, index) => {
    const column = of.columns.find(({ columnId }) => columnId === filter.columnId)
    const words =
      column === undefined
        ? filter.columnId
        : formatFilter(filter, column, formats, of.isGrouped ? of.reportType : null)
    return (
      <BarChip
        // biome-ignore lint/suspicious/noArrayIndexKey: two filters may say the same, and their places are what they are
        key={index}
        label={words}
        name={`Change filter: ${words}`}
        onRemove={() => onChange(filters.filter((_, at) => at !== index))}
      >
        {(close) => (
          <FilterForm
            {...of}
            filter={filter}
            onApply={(next) => onChange(filters.map((one, at) => (at === index ? next : one)))}
            onClose={close}
          />
        )}
      </BarChip>
    )
  })
}

interface FilterFormProps extends Pick<FilterChipsProps, 'reportType' | 'columns' | 'isGrouped'> {
  /** absent: a new one */
  readonly filter?: ReportFilter
  readonly onApply: (filter: ReportFilter) => void
  readonly onClose: () => void
}

/** A condition on any column of the report. */
export const FilterForm = ({ filter, onApply, onClose, ...of }: FilterFormProps) => {
  const [first] = of.columns
  const [draft, setDraft] = useState(filter ?? (first && emptyFilter(first)))
  if (draft === undefined) return null
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isComplete(draft)) return
    onClose()
    onApply(draft)
  }
  return (
    <FocusTrap active>
      <Stack component="form" onSubmit={handleSubmit} gap={12}>
        <FilterFields {...of} filter={draft} onChange={setDraft} />
        <Group justify="flex-end" gap={8}>
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="xs" type="submit" disabled={!isComplete(draft)}>
            Apply
          </Button>
        </Group>
      </Stack>
    </FocusTrap>
  )
}
