import { Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { memo, type PointerEvent, type ReactElement, type ReactNode, useRef } from 'react'
import { ColumnMenu, type Resize } from './column-menu.tsx'
import classes from './data-grid.module.css'
import type { GridColumn } from './grid-types.ts'

interface ResizeHandleProps {
  /** pixels */
  readonly onResize: (width: number) => void
}

/** The right edge of a title, which a pointer drags; the column's menu does the same by keyboard. */
const ResizeHandle = ({ onResize }: ResizeHandleProps) => {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const handleDown = (event: PointerEvent<HTMLSpanElement>): void => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const { width = 0 } = event.currentTarget.closest('th')?.getBoundingClientRect() ?? {}
    start.current = { x: event.clientX, width }
  }
  const handleMove = ({ clientX }: PointerEvent): void => {
    if (start.current !== null) onResize(start.current.width + clientX - start.current.x)
  }
  const handleUp = (): void => {
    start.current = null
  }
  return (
    <span
      className={classes.handle}
      aria-hidden
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={handleUp}
    />
  )
}

interface DefinitionProps {
  /** what the child means; absent: nothing is shown */
  readonly text: string | undefined
  /** takes the focus and a ref */
  readonly children: ReactElement
}

const EVENTS = { hover: true, focus: true, touch: true }

/** Says what a name means when it is pointed at, focused or touched. */
const Definition = ({ text, children }: DefinitionProps) =>
  text === undefined ? (
    children
  ) : (
    <Tooltip label={text} events={EVENTS} multiline maw={300} position="top-start">
      {children}
    </Tooltip>
  )

const SORT_WORDS = { asc: 'ascending', desc: 'descending' } as const

interface GridHeadProps {
  readonly columns: readonly GridColumn[]
  /** `isAdded`: in addition to the existing sorts */
  readonly onSort: (key: string, isAdded: boolean) => void
  /** pixels from the left edge of columns that stay there; null: the column scrolls */
  readonly lefts: readonly (number | null)[]
  /** absent: columns have no menu */
  readonly menu: HeadMenu | undefined
}

/** Actions of the columns' menus. */
export interface HeadMenu {
  readonly sort: (key: string, direction: 'asc' | 'desc') => void
  readonly resize: (key: string, by: Resize) => void
  readonly setWidth: (key: string, width: number) => void
  /** menu items in addition to those of every table */
  readonly itemsOf: (key: string) => ReactNode
}

/** The sticky header; clicking a title sorts by it. */
export const GridHead = memo(({ columns, onSort, lefts, menu }: GridHeadProps) => (
  <thead>
    <tr aria-rowindex={1}>
      {columns.map((column, place) => (
        <th
          key={column.key}
          scope="col"
          data-numeric={column.isNumeric}
          data-pinned={lefts[place] !== null}
          style={{ left: lefts[place] ?? undefined }}
          aria-label={column.unit === undefined ? column.title : `${column.title} ${column.unit}`}
          aria-sort={column.sort === null ? undefined : SORT_WORDS[column.sort]}
        >
          <div className={classes.head}>
            {column.canSort ? (
              <Definition text={column.hint}>
                <button type="button" className={classes.sort} onClick={(event) => onSort(column.key, event.shiftKey)}>
                  <HeadText column={column} />
                  <SortMark sort={column.sort} />
                </button>
              </Definition>
            ) : (
              <Definition text={column.hint}>
                <span className={classes.headText} tabIndex={column.hint === undefined ? undefined : 0}>
                  <HeadText column={column} />
                </span>
              </Definition>
            )}
            {menu === undefined ? null : (
              <>
                <ColumnMenu
                  column={column}
                  onSort={column.canSort ? (direction) => menu.sort(column.key, direction) : null}
                  onResize={(by) => menu.resize(column.key, by)}
                >
                  {menu.itemsOf(column.key)}
                </ColumnMenu>
                <ResizeHandle onResize={(width) => menu.setWidth(column.key, width)} />
              </>
            )}
          </div>
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
