import { ActionIcon, Button, Group, NativeSelect, Popover, Stack } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { Comparison } from '#domain/report-terms.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from './filter-chips.module.css'
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
const FilterFields = ({ reportType, columns, isGrouped, filter, error = null, onChange }: FilterFieldsProps) => {
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

/** The active filters, each of which can be edited or removed, and a button to add one: a comparison, where the filters before it are values. */
export const FilterChips = ({ reportType, columns, isGrouped, filters, onChange }: FilterChipsProps) => {
  const formats = useFormats()
  const replaced = (index: number, filter: ReportFilter) => filters.map((one, at) => (at === index ? filter : one))
  return (
    <ul className={classes.chips} aria-label="Filters">
      {filters.map((filter, index) => {
        const column = columns.find(({ columnId }) => columnId === filter.columnId)
        const words =
          column === undefined ? filter.columnId : formatFilter(filter, column, formats, isGrouped ? reportType : null)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two filters may say the same, and their places are what they are
          <li key={index} className={classes.chip}>
            <FilterPopover
              {...{ reportType, columns, isGrouped, filter }}
              label={words}
              name={`Change filter: ${words}`}
              onApply={(next) => onChange(replaced(index, next))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={`Remove filter: ${words}`}
              onClick={() => onChange(filters.filter((_, at) => at !== index))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        )
      })}
      <li>
        <FilterPopover
          {...{ reportType, columns, isGrouped }}
          filter={null}
          label="Add condition"
          name="Add condition"
          onApply={(next) => onChange([...filters, next])}
        />
      </li>
    </ul>
  )
}

interface FilterPopoverProps {
  readonly reportType: string
  readonly columns: readonly FilterColumn[]
  readonly isGrouped: boolean
  /** null: a new one */
  readonly filter: ReportFilter | null
  readonly label: string
  readonly name: string
  readonly onApply: (filter: ReportFilter) => void
}

const FilterPopover = ({ reportType, columns, isGrouped, filter, label, name, onApply }: FilterPopoverProps) => {
  const [first] = columns
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<ReportFilter | null>(null)
  if (first === undefined) return null
  const shown = draft ?? filter ?? emptyFilter(first)
  const open = (): void => {
    setDraft(filter ?? emptyFilter(first))
    setOpen(true)
  }
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isComplete(shown)) return
    setOpen(false)
    onApply(shown)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus width={300} shadow="md">
      <Popover.Target>
        <Button
          size={filter === null ? 'xs' : 'compact-xs'}
          variant={filter === null ? 'default' : 'subtle'}
          {...(filter === null ? { leftSection: <IconPlus size={14} aria-hidden /> } : { color: 'gray' })}
          className={filter === null ? undefined : classes.words}
          aria-label={name}
          onClick={() => (isOpen ? setOpen(false) : open())}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
        <Stack component="form" onSubmit={handleSubmit} gap={12}>
          <FilterFields {...{ reportType, columns, isGrouped }} filter={shown} onChange={setDraft} />
          <Group justify="flex-end" gap={8}>
            <Button size="xs" variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button size="xs" type="submit" disabled={!isComplete(shown)}>
              Apply
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
