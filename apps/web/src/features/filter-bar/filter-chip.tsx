import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy } from 'react'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { BarPopover } from './bar-popover.tsx'
import type { BarFilter } from './bar-view.ts'
import { columnLabel, valuesLabel } from './column-labels.ts'
import classes from './filter-bar.module.css'

const ValuesPanel = lazy(() => import('./values-panel.tsx').then((m) => ({ default: m.ValuesPanel })))

interface FilterChipProps {
  readonly filter: BarFilter
  readonly columns: readonly CatalogColumn[]
  /** report types that may have the column */
  readonly reportTypes: readonly string[]
  /** just added: its values are chosen next */
  readonly isNew?: boolean
  /** a filter without values is removed */
  readonly onChange: (filter: BarFilter) => void
}

/** One dimension of the bar with its values, which can be changed and removed. */
export const FilterChip = ({ filter, columns, reportTypes, isNew = false, onChange }: FilterChipProps) => {
  const formats = useFormats()
  const title = columnLabel(filter.columnId, columns)
  const isActive = filter.values.length > 0
  const label = `${title}: ${isActive ? valuesLabel(filter, formats) : 'All'}`
  return (
    <div className={classes.chip}>
      <BarPopover label={label} name={label} isActive={isActive} isOpenAtFirst={isNew}>
        {(close) => (
          <ValuesPanel
            {...{ filter, title, reportTypes }}
            onApply={(next) => {
              close()
              onChange(next)
            }}
          />
        )}
      </BarPopover>
      {isActive ? (
        <ActionIcon
          variant="default"
          size={30}
          className={classes.remove}
          aria-label={`Remove filter: ${label}`}
          onClick={() => onChange({ ...filter, values: [] })}
        >
          <IconX size={14} />
        </ActionIcon>
      ) : null}
    </div>
  )
}
