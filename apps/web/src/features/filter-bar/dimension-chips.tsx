import { IconFilterPlus } from '@tabler/icons-react'
import { lazy, type ReactNode, useState } from 'react'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import { BarPopover } from './bar-popover.tsx'
import { type BarFilter, replaced } from './bar-view.ts'
import { FilterChip } from './filter-chip.tsx'

// Its code is loaded when it opens.
const ColumnsPanel = lazy(() => import('./columns-panel.tsx').then((m) => ({ default: m.ColumnsPanel })))

interface DimensionChipsProps {
  readonly filters: readonly BarFilter[]
  /** columnIds that are always offered */
  readonly offered: readonly string[]
  readonly columns: readonly CatalogColumn[]
  readonly reportTypes: readonly string[]
  readonly onChange: (filters: readonly BarFilter[]) => void
  /** a form for filters of another kind, behind the dimensions; absent: there are none */
  readonly otherFilter?: (close: () => void) => ReactNode
}

const emptyFilter = (columnId: string): BarFilter => ({ columnId, values: [], exclude: false })

/** The dimensions that are limited to some values, those that are always offered, and a button to add one. */
export const DimensionChips = (props: DimensionChipsProps) => {
  const { filters, offered, columns, reportTypes, onChange, otherFilter } = props
  const [added, setAdded] = useState<readonly string[]>([])
  const isUsed = (columnId: string): boolean => filters.some((filter) => filter.columnId === columnId)
  const isNew = (columnId: string): boolean => added.includes(columnId) && !isUsed(columnId)
  const chips = [
    ...offered.filter((columnId) => !isUsed(columnId)).map(emptyFilter),
    ...filters,
    ...added.filter((columnId) => !isUsed(columnId)).map(emptyFilter),
  ]
  const change = (filter: BarFilter): void => {
    if (filter.values.length === 0) setAdded(added.filter((columnId) => columnId !== filter.columnId))
    onChange(replaced(filters, filter))
  }
  return (
    <>
      {chips.map((filter) => (
        <FilterChip
          key={`${filter.columnId}.${filter.exclude}`}
          {...{ filter, columns, reportTypes }}
          isNew={isNew(filter.columnId)}
          onChange={change}
        />
      ))}
      <BarPopover label="Add filter" icon={<IconFilterPlus size={14} aria-hidden />}>
        {(close) => (
          <ColumnsPanel
            reportTypes={reportTypes}
            used={chips.map(({ columnId }) => columnId)}
            onChoose={(columnId) => {
              close()
              setAdded([...added, columnId])
            }}
            otherFilter={otherFilter?.(close)}
          />
        )}
      </BarPopover>
    </>
  )
}
