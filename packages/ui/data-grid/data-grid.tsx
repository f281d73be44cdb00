import { type CSSProperties, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { textWidth } from '#charts/text-measure.ts'
import { useDensity } from '../density-switch.tsx'
import { useEdgeFade } from '../edge-fade.ts'
import { type ChosenWidths, pinnedLefts, useColumnSizes } from './column-menu.tsx'
import classes from './data-grid.module.css'
import { GridRow } from './grid-cells.tsx'
import { GridHead, type HeadMenu } from './grid-head.tsx'
import { gridKeyHandler } from './grid-keys.ts'
import type { GridCell, GridColumn, GridFoot, GridPlace } from './grid-types.ts'
import { HEAD_HEIGHT, type RowWindow, scrollTopOf, scrollTopToShow, windowAt } from './row-window.ts'

/** Pixels. */
const PADDING = 24
const SORT_MARK = 20
const ARROW = 16
const NARROWEST = 64
const WIDEST_TEXT = 320

const MENU = 26

const headWidth = ({ title, unit = '', canSort }: GridColumn, hasMenu: boolean): number =>
  textWidth(title, 13.5) +
  (unit === '' ? 0 : textWidth(` ${unit}`, 12)) +
  (canSort ? SORT_MARK : 0) +
  (hasMenu ? MENU : 0)

/** Texts that a cell shows at one time or another. */
const textsOf = ({ text, change }: GridCell): readonly string[] =>
  change?.signed ? [change.signed.percent, change.signed.absolute] : [text]

const cellWidth = (cell: GridCell | undefined): number =>
  cell === undefined
    ? 0
    : Math.max(...textsOf(cell).map((text) => textWidth(text, 13.5))) + (cell.change?.arrow ? ARROW : 0)

/** Pixels for each column, by its title and the given cells. Numbers are never truncated; long texts are. */
const columnWidths = (
  columns: readonly GridColumn[],
  rows: readonly (readonly GridCell[])[],
  hasMenu = false,
): readonly number[] =>
  columns.map((column, place) => {
    const content = Math.max(0, ...rows.map((row) => cellWidth(row[place])))
    const wanted = Math.max(headWidth(column, hasMenu), column.isNumeric ? content : Math.min(content, WIDEST_TEXT))
    return Math.ceil(Math.max(NARROWEST, wanted + PADDING))
  })

declare module 'react' {
  interface CSSProperties {
    '--grid-width'?: string
    '--grid-row'?: string
  }
}

export interface DataGridProps {
  readonly caption: string
  readonly columns: readonly GridColumn[]
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
  readonly onSort: (key: string, isAdded: boolean) => void
  /** a cell that can be opened was activated; footer rows count after the last row */
  readonly onOpen: (place: GridPlace) => void
  readonly onFollow: (href: string) => void
  /** the first columns, which stay in view; default: one */
  readonly pinned?: number
  /** columns have menus: their sort, and items in addition to it */
  readonly menu?: Pick<HeadMenu, 'sort' | 'itemsOf'>
  /** default: widths last until the table is left */
  readonly chosenWidths?: ChosenWidths
}

const NO_FEET: readonly GridFoot[] = []
const SAMPLE_ROWS = 100

const rowsOf = ({ rowAt }: DataGridProps, from: number, until: number): (readonly GridCell[])[] =>
  Array.from({ length: Math.max(0, until - from) }, (_, place) => rowAt(from + place)).filter((row) => row !== null)

/** Columns only grow while the titles stay the same: later rows are not truncated, and the layout does not jump. */
const useWidths = (props: DataGridProps, window: RowWindow): readonly number[] => {
  const { columns, feet = NO_FEET } = props
  const grown = useRef<{ readonly titles: string; readonly widths: readonly number[] }>({ titles: '', widths: [] })
  const until = Math.min(window.until, window.from + SAMPLE_ROWS)
  const needed = columnWidths(
    columns,
    [...rowsOf(props, window.from, until), ...feet.map(({ cells }) => cells)],
    props.menu !== undefined,
  )
  const titles = JSON.stringify(columns.map(({ key, title }) => [key, title]))
  const before = grown.current.titles === titles ? grown.current.widths : []
  const widths = needed.map((width, place) => Math.max(width, before[place] ?? 0))
  useEffect(() => {
    grown.current = { titles, widths }
  })
  return widths
}

/** Width in pixels of a narrow grid, and the maximum share of the sticky first column. */
const NARROW = 560
const FIRST_PART = 0.42

const roomBesideFirst = (
  widths: readonly number[],
  columns: readonly GridColumn[],
  room: number,
): readonly number[] => {
  const isCut = room > 0 && room < NARROW && columns.length > 1 && columns[0]?.isNumeric === false
  return isCut
    ? widths.map((width, place) => (place === 0 ? Math.min(width, Math.round(room * FIRST_PART)) : width))
    : widths
}

/** Scroll position and height of the viewport. */
const useScrolledBox = () => {
  const ref = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const [{ width, height }, setBox] = useState({ width: 0, height: 600 })
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null) return
    const measure = (): void => setBox({ width: box.clientWidth, height: box.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return { ref, scrollTop, setScrollTop, width, height }
}

/**
 * A virtualized table: only visible rows are in the DOM, and the scrollbar represents all of them. The table has the
 * focus; arrows, Page Up and Down, Home and End move the current cell, Enter activates it.
 */
export const DataGrid = (props: DataGridProps) => {
  const { caption, columns, rowCount, rowAt, feet = NO_FEET, isBusy = false, isPrinted = false } = props
  const { anchor, onVisible, onSort, onOpen, onFollow, pinned = 1, menu, chosenWidths } = props
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const { ref, scrollTop, setScrollTop, width, height } = useScrolledBox()
  const [active, setActive] = useState<GridPlace>({ row: 0, column: 0 })
  const { rowHeight } = useDensity()
  useEdgeFade(ref)
  const view = {
    rowCount,
    rowHeight,
    viewHeight: Math.max(rowHeight, height - HEAD_HEIGHT - feet.length * rowHeight),
  }
  const window = windowAt(scrollTop, view)
  const fitting = roomBesideFirst(useWidths(props, window), columns, width)
  const keys = columns.map(({ key }) => key)
  const sizes = useColumnSizes(keys, fitting, chosenWidths)
  const { widths } = sizes
  // rows are drawn again only when a position changes, not with every scrolled pixel
  const leftsText = JSON.stringify(pinnedLefts(widths, pinned))
  const lefts = useMemo((): readonly (number | null)[] => JSON.parse(leftsText), [leftsText])

  const visibleUntil = Math.min(rowCount, window.first + window.fitting + 1)
  useEffect(() => onVisible?.(window.first, visibleUntil), [onVisible, window.first, visibleUntil])
  const scrollTo = useRef((_: number): void => undefined)
  scrollTo.current = (row) => ref.current?.scrollTo({ top: scrollTopOf(row, view) })
  useEffect(() => {
    if (anchor !== undefined) scrollTo.current(anchor.row)
  }, [anchor])

  const rows = rowCount + feet.length
  const shown: GridPlace = { row: Math.min(active.row, rows - 1), column: Math.min(active.column, columns.length - 1) }
  const move = (place: GridPlace): void => {
    setActive(place)
    // Footer rows are always visible; moving to them scrolls to the last rows.
    const top = scrollTopToShow(Math.min(place.row, Math.max(0, rowCount - 1)), scrollTop, view)
    if (top !== null) ref.current?.scrollTo({ top })
  }
  const press = (place: GridPlace): void => {
    const cells = place.row < rowCount ? rowAt(place.row) : feet[place.row - rowCount]?.cells
    const cell = cells?.[place.column]
    if (cell?.href !== undefined) onFollow(cell.href)
    else if (cell?.canOpen === true) onOpen(place)
  }
  const latest = useRef({ move, onOpen, sizes })
  latest.current = { move, onOpen, sizes }
  const stable = useMemo(
    () => ({
      onPick: (row: number, column: number) => {
        latest.current.move({ row, column })
        table.current?.focus({ preventScroll: true })
      },
      onOpen: (row: number, column: number) => latest.current.onOpen({ row, column }),
    }),
    [],
  )
  const headMenu = useMemo(
    (): HeadMenu | undefined =>
      menu && {
        ...menu,
        resize: (key, by) => latest.current.sizes.resize(key, by),
        setWidth: (key, size) => latest.current.sizes.setWidth(key, size),
      },
    [menu],
  )
  const rowProps = { columns, lefts, onFollow, ...stable }
  const [from, until] = isPrinted ? [0, rowCount] : [window.from, window.until]
  const style: CSSProperties = {
    '--grid-width': `${widths.reduce((sum, width) => sum + width, 0)}px`,
    '--grid-row': `${rowHeight}px`,
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
        onKeyDown={gridKeyHandler({
          active: shown,
          rows,
          columns: columns.length,
          fitting: window.fitting,
          onMove: move,
          onEnter: press,
        })}
      >
        <colgroup>
          {columns.map(({ key }, place) => (
            <col key={key} style={{ width: widths[place] }} />
          ))}
        </colgroup>
        <GridHead {...{ columns, lefts, onSort }} menu={headMenu} />
        <Gap height={isPrinted ? 0 : window.above} />
        <tbody>
          {Array.from({ length: until - from }, (_, place) => from + place).map((row) => {
            const cells = rowAt(row)
            if (isPrinted && cells === null) return null
            const column = shown.row === row ? shown.column : null
            return <GridRow key={row} id={`${id}-${row}`} index={row} cells={cells} active={column} {...rowProps} />
          })}
        </tbody>
        <Gap height={isPrinted ? 0 : window.below} />
        {feet.length === 0 ? null : (
          <tfoot>
            {feet.map(({ key, cells }, place) => {
              const index = rowCount + place
              const column = shown.row === index ? shown.column : null
              const bottom = (feet.length - 1 - place) * rowHeight
              return (
                <GridRow key={key} id={`${id}-${index}`} active={column} {...rowProps} {...{ index, cells, bottom }} />
              )
            })}
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
