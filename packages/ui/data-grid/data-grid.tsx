import { type CSSProperties, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useDensity } from '../density-switch.tsx'
import { useEdgeFade } from '../edge-fade.ts'
import { useFollowLink } from '../page-link.tsx'
import { useMeasured } from '../tile-frame.tsx'
import { type ChosenWidths, useColumnWidths } from './column-widths.ts'
import classes from './data-grid.module.css'
import { GridRow } from './grid-cells.tsx'
import { GridHead, type GridHeadProps } from './grid-head.tsx'
import type { GridCell, GridCoordinate, GridFoot } from './grid-types.ts'
import { HEAD_HEIGHT, placeAfterKey, scrollTopForRow, scrollTopToShow, windowAt } from './row-window.ts'

declare module 'react' {
  interface CSSProperties {
    '--grid-width'?: string
    '--grid-row'?: string
  }
}

export interface DataGridProps
  extends Pick<GridHeadProps, 'columns' | 'onSort'>,
    Partial<Pick<GridHeadProps, 'pinned' | 'menuItems'>> {
  readonly caption: string
  readonly rowCount: number
  /** null: not loaded; `onVisible` requests it */
  readonly rowAt: (index: number) => readonly GridCell[] | null
  readonly feet?: readonly GridFoot[]
  /** the rows are about to be replaced */
  readonly isBusy?: boolean
  /** row to scroll to the top; a new object scrolls again */
  readonly anchor?: { readonly row: number }
  /** renders all loaded rows, for printing */
  readonly isPrinted?: boolean
  /** rows in view, `until` exclusive */
  readonly onVisible?: (from: number, until: number) => void
  /** a cell that can be opened was activated; footer rows count after the last row */
  readonly onOpen: (index: GridCoordinate) => void
  /** default: widths last until the table is left */
  readonly chosenWidths?: ChosenWidths
}

const NO_FEET: readonly GridFoot[] = []
/** Pixels that a note adds to its row. */
const NOTE_LINE = 10
/** Rows that decide the widths. */
const SAMPLE_ROWS = 100

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Where the first columns stay when the table is scrolled sideways. */
const pinnedLefts = (widths: readonly number[], pinned: number): Record<`--grid-left-${number}`, string> =>
  Object.fromEntries(
    widths.slice(0, pinned).map((_, place) => [`--grid-left-${place}`, `${sum(widths.slice(0, place))}px`]),
  )

/**
 * A virtualized table: only visible rows are in the DOM, and the scrollbar represents all of them. The table has the
 * focus; arrows, Page Up and Down, Home and End move the current cell, Enter activates it.
 */
export const DataGrid = (props: DataGridProps) => {
  const { caption, columns, rowCount, rowAt, feet = NO_FEET, isBusy = false, isPrinted = false } = props
  const { anchor, onVisible, onSort, onOpen, pinned = 1, menuItems, chosenWidths } = props
  const id = useId()
  const follow = useFollowLink()
  const table = useRef<HTMLTableElement>(null)
  const ref = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const [{ width, height }, setBox] = useState({ width: 0, height: 600 })
  const [active, setActive] = useState<GridCoordinate>({ row: 0, column: 0 })
  const rowHeight = useDensity().rowHeight + (columns.some(({ hasNotes }) => hasNotes) ? NOTE_LINE : 0)
  useMeasured(ref, (box) => setBox({ width: box.clientWidth, height: box.clientHeight }), true)
  useEdgeFade(ref)

  const view = {
    rowCount,
    rowHeight,
    viewHeight: Math.max(rowHeight, height - HEAD_HEIGHT - feet.length * rowHeight),
  }
  const window = windowAt(scrollTop, view)
  const [from, until] = isPrinted ? [0, rowCount] : [window.from, window.until]
  const body = Array.from({ length: until - from }, (_, coordinate) => ({
    row: from + coordinate,
    cells: rowAt(from + coordinate),
  }))
  const visibleUntil = Math.min(rowCount, window.first + window.fitting + 1)
  useEffect(() => onVisible?.(window.first, visibleUntil), [onVisible, window.first, visibleUntil])
  const scrollToRow = useEffectEvent((row: number) => ref.current?.scrollTo({ top: scrollTopForRow(row, view) }))
  useEffect(() => {
    if (anchor !== undefined) scrollToRow(anchor.row)
  }, [anchor])

  const { widths, resize } = useColumnWidths(
    {
      columns,
      rows: [...body.slice(0, SAMPLE_ROWS), ...feet].flatMap(({ cells }) => (cells === null ? [] : [cells])),
      hasMenu: menuItems !== undefined,
      room: width,
    },
    chosenWidths,
  )

  const keys = useRef(columns.map(({ key }) => key))
  const showAdded = useEffectEvent(() => {
    const added = columns.flatMap(({ key }, index) => (keys.current.includes(key) ? [] : [index]))
    keys.current = columns.map(({ key }) => key)
    const [only] = added
    if (only !== undefined && added.length === 1)
      ref.current?.scrollTo({ left: sum(widths.slice(0, only + 1)) - width })
  })
  // A column that was added is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its columns are read from the latest render
  useEffect(showAdded, [columns])

  const rows = rowCount + feet.length
  const shown: GridCoordinate = {
    row: Math.min(active.row, rows - 1),
    column: Math.min(active.column, columns.length - 1),
  }
  const move = (index: GridCoordinate): void => {
    setActive(index)
    // Footer rows are always visible; moving to them scrolls to the last rows.
    const top = scrollTopToShow(Math.min(index.row, Math.max(0, rowCount - 1)), scrollTop, view)
    if (top !== null) ref.current?.scrollTo({ top })
  }
  const openShown = (): void => {
    const cells = shown.row < rowCount ? rowAt(shown.row) : feet[shown.row - rowCount]?.cells
    const cell = cells?.[shown.column]
    if (cell?.href !== undefined) follow(cell.href)
    else if (cell?.canOpen === true) onOpen(shown)
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.altKey || event.metaKey || rows === 0) return
    const next = placeAfterKey(event.key, shown, { rows, columns: columns.length, fitting: window.fitting })
    if (next === null && event.key !== 'Enter') return
    event.preventDefault()
    if (next === null) openShown()
    else move(next)
  }
  const rowProps = {
    ...{ id, columns, pinned, onOpen },
    active: shown,
    onPick: (index: GridCoordinate): void => {
      move(index)
      table.current?.focus({ preventScroll: true })
    },
  }
  const style: CSSProperties = {
    '--grid-width': `${sum(widths)}px`,
    '--grid-row': `${rowHeight}px`,
    ...pinnedLefts(widths, pinned),
  }
  return (
    <div
      ref={ref}
      className={classes.box}
      data-busy={isBusy}
      aria-busy={isBusy}
      onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
    >
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells are walked by keys
        role="grid"
        tabIndex={0}
        className={classes.table}
        style={style}
        aria-label={caption}
        aria-rowcount={rows + 1}
        aria-colcount={columns.length}
        aria-activedescendant={rows === 0 ? undefined : `${id}-${shown.row}-${shown.column}`}
        onKeyDown={handleKeyDown}
      >
        <colgroup>
          {columns.map(({ key }, coordinate) => (
            <col key={key} style={{ width: widths[coordinate] }} />
          ))}
        </colgroup>
        <GridHead {...{ columns, pinned, onSort, menuItems }} onResize={resize} />
        <Gap height={isPrinted ? 0 : window.above} />
        <tbody>
          {body.map(({ row, cells }) =>
            isPrinted && cells === null ? null : <GridRow key={row} index={row} cells={cells} {...rowProps} />,
          )}
        </tbody>
        <Gap height={isPrinted ? 0 : window.below} />
        {feet.length === 0 ? null : (
          <tfoot>
            {feet.map(({ key, cells }, coordinate) => (
              <GridRow
                key={key}
                index={rowCount + coordinate}
                cells={cells}
                bottom={(feet.length - 1 - coordinate) * rowHeight}
                {...rowProps}
              />
            ))}
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** Space for the rows outside the DOM. */
const Gap = ({ height }: { height: number }) =>
  height <= 0 ? null : (
    <tbody aria-hidden="true" className={classes.gap}>
      <tr style={{ height }}>
        <td />
      </tr>
    </tbody>
  )
