import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { memo } from 'react'
import classes from './data-grid.module.css'
import type { GridColumn } from './grid-types.ts'

const SORT_WORDS = { asc: 'ascending', desc: 'descending' } as const

interface GridHeadProps {
  readonly columns: readonly GridColumn[]
  /** `isAdded`: in addition to the existing sorts */
  readonly onSort: (key: string, isAdded: boolean) => void
}

/** The sticky header; clicking a title sorts by it. */
export const GridHead = memo(({ columns, onSort }: GridHeadProps) => (
  <thead>
    <tr aria-rowindex={1}>
      {columns.map((column) => (
        <th
          key={column.key}
          scope="col"
          data-numeric={column.isNumeric}
          aria-sort={column.sort === null ? undefined : SORT_WORDS[column.sort]}
        >
          {column.canSort ? (
            <button
              type="button"
              className={classes.sort}
              title={column.hint}
              onClick={(event) => onSort(column.key, event.shiftKey)}
            >
              <HeadText column={column} />
              <SortMark sort={column.sort} />
            </button>
          ) : (
            <span className={classes.headText} title={column.hint}>
              <HeadText column={column} />
            </span>
          )}
        </th>
      ))}
    </tr>
  </thead>
))

const HeadText = ({ column: { title, unit } }: { column: GridColumn }) => (
  <span>
    {title}
    {unit === undefined ? null : <span className={classes.unit}> {unit}</span>}
  </span>
)

const SortMark = ({ sort }: { sort: GridColumn['sort'] }) => {
  if (sort === null) return <IconArrowsSort size={14} className={classes.sortIdle} aria-hidden />
  const Mark = sort === 'asc' ? IconArrowUp : IconArrowDown
  return <Mark size={14} className={classes.sortMark} aria-hidden />
}
