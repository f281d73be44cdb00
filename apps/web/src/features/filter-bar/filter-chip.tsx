import { lazy } from 'react'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { BarChip } from './bar-chip.tsx'
import type { BarFilter } from './bar-view.ts'
import { columnLabel, valuesLabel } from './column-labels.ts'

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
    <BarChip label={label} isOpenAtFirst={isNew} onRemove={isActive ? () => onChange({ ...filter, values: [] }) : null}>
      {(close) => (
        <ValuesPanel
          {...{ filter, title, reportTypes }}
          onApply={(next) => {
            close()
            onChange(next)
          }}
        />
      )}
    </BarChip>
  )
}
