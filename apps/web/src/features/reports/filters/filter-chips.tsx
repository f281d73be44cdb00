import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconFilterPlus, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useFormats } from '#ui/formats-context.tsx'
import classes from './filter-chips.module.css'
import { FilterFields } from './filter-fields.tsx'
import { formatFilter } from './filter-labels.ts'
import { emptyFilter, type FilterColumn, isComplete, type ReportFilter } from './report-filter.ts'

export interface FilterChipsProps {
  readonly reportType: string
  readonly columns: readonly FilterColumn[]
  readonly filters: readonly ReportFilter[]
  readonly onChange: (filters: readonly ReportFilter[]) => void
}

/** The active filters, each of which can be edited or removed, and a button to add one. */
export const FilterChips = ({ reportType, columns, filters, onChange }: FilterChipsProps) => {
  const formats = useFormats()
  const replaced = (place: number, filter: ReportFilter) => filters.map((one, at) => (at === place ? filter : one))
  return (
    <ul className={classes.chips} aria-label="Filters">
      {filters.map((filter, place) => {
        const column = columns.find(({ columnId }) => columnId === filter.columnId)
        const words = column === undefined ? filter.columnId : formatFilter(filter, column, formats)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two filters may say the same, and their places are what they are
          <li key={place} className={classes.chip}>
            <FilterPopover
              {...{ reportType, columns, filter }}
              label={words}
              name={`Change filter: ${words}`}
              onApply={(next) => onChange(replaced(place, next))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={`Remove filter: ${words}`}
              onClick={() => onChange(filters.filter((_, at) => at !== place))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        )
      })}
      <li>
        <FilterPopover
          {...{ reportType, columns }}
          filter={null}
          label="Add filter"
          name="Add filter"
          onApply={(next) => onChange([...filters, next])}
        />
      </li>
    </ul>
  )
}

interface FilterPopoverProps {
  readonly reportType: string
  readonly columns: readonly FilterColumn[]
  /** null: a new one */
  readonly filter: ReportFilter | null
  readonly label: string
  readonly name: string
  readonly onApply: (filter: ReportFilter) => void
}

const FilterPopover = ({ reportType, columns, filter, label, name, onApply }: FilterPopoverProps) => {
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
          size={filter === null ? 'xs' : 'compact-sm'}
          variant={filter === null ? 'default' : 'subtle'}
          {...(filter === null ? { leftSection: <IconFilterPlus size={14} aria-hidden /> } : { color: 'gray' })}
          className={filter === null ? undefined : classes.words}
          aria-label={name}
          onClick={() => (isOpen ? setOpen(false) : open())}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
        <form onSubmit={handleSubmit} className={classes.form}>
          <FilterFields {...{ reportType, columns }} filter={shown} onChange={setDraft} />
          <div className={classes.actions}>
            <Button size="xs" variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button size="xs" type="submit" disabled={!isComplete(shown)}>
              Apply
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
