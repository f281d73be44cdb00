import { useCallback, useEffect, useRef, useState } from 'react'
import { textWidth } from '#charts/text-measure.ts'
import type { GridCell, GridColumn, Resize } from './grid-types.ts'

/** Pixels. */
const PADDING = 24
const SORT_MARK = 20
const ARROW = 16
const MENU = 26
const NARROWEST_FITTING = 64
const WIDEST_TEXT = 320
const NARROWEST_CHOSEN = 48
const WIDEST_CHOSEN = 800

/** Width in pixels of a narrow grid, and the maximum share of the sticky first column. */
const NARROW = 560
const FIRST_PART = 0.42

/** Where a pointer hovers, the menu covers the mark; on touch screens both are always there. */
const headWidth = ({ title, canSort }: GridColumn, hasMenu: boolean): number => {
  const isCovered = hasMenu && !window.matchMedia('(hover: none)').matches
  return textWidth(title, 13.5) + (hasMenu ? MENU : 0) + (canSort && !isCovered ? SORT_MARK : 0)
}

/** A change shows its percentage at one time and its amount at another. */
const cellWidth = ({ text, change, note }: GridCell): number => {
  const texts = change?.signed ? [change.signed.percent, change.signed.absolute] : [text]
  const noteWidth = note === undefined ? 0 : textWidth(note, 12)
  return Math.max(noteWidth, ...texts.map((one) => textWidth(one, 13.5) + (change?.arrow ? ARROW : 0)))
}

/** The width of a column by its title and the given cells. Numbers are never truncated; long texts are. */
const fittingWidth = (column: GridColumn, cells: readonly (GridCell | undefined)[], hasMenu: boolean): number => {
  const content = Math.max(0, ...cells.map((cell) => (cell === undefined ? 0 : cellWidth(cell))))
  const wanted = Math.max(headWidth(column, hasMenu), column.isNumeric ? content : Math.min(content, WIDEST_TEXT))
  return Math.ceil(Math.max(NARROWEST_FITTING, wanted + PADDING))
}

type Widths = Readonly<Record<string, number>>

/** Widths that the reader chose, in pixels by the column's key, and where they are kept. */
export interface ChosenWidths {
  readonly widths: Widths
  readonly onChange: (widths: Widths) => void
}

interface Content {
  readonly columns: readonly GridColumn[]
  /** those that decide the widths */
  readonly rows: readonly (readonly GridCell[])[]
  readonly hasMenu: boolean
  /** pixels of the viewport; 0: not measured */
  readonly room: number
}

/**
 * The columns' widths in pixels: those that the reader chose, else as wide as the content. Columns only grow while the titles stay the
 * same: later rows are not truncated, and the layout does not jump. `kept`: default: until the table is left.
 */
export const useColumnWidths = ({ columns, rows, hasMenu, room }: Content, kept?: ChosenWidths) => {
  const grown = useRef<{ readonly titles: string; readonly widths: readonly number[] }>({ titles: '', widths: [] })
  const titles = JSON.stringify(columns.map(({ key, title }) => [key, title]))
  const before = grown.current.titles === titles ? grown.current.widths : []
  const fitting = columns.map((column, place) => {
    const cells = rows.map((row) => row[place])
    return Math.max(fittingWidth(column, cells, hasMenu), before[place] ?? 0)
  })
  useEffect(() => {
    grown.current = { titles, widths: fitting }
  })
  const isFirstCut = room > 0 && room < NARROW && columns.length > 1 && columns[0]?.isNumeric === false
  const widest = (place: number): number => (isFirstCut && place === 0 ? Math.round(room * FIRST_PART) : Infinity)

  const [own, setOwn] = useState<Widths>({})
  const { widths: chosen, onChange: setChosen } = kept ?? { widths: own, onChange: setOwn }
  const widths = columns.map(({ key }, place) => chosen[key] ?? Math.min(fitting[place] ?? 0, widest(place)))
  const latest = useRef((_key: string, _resize: Resize): void => undefined)
  latest.current = (key, resize) => {
    const width = resize(widths[columns.findIndex((column) => column.key === key)] ?? NARROWEST_CHOSEN)
    const { [key]: _fitted, ...others } = chosen
    if (width === null) setChosen(others)
    else setChosen({ ...chosen, [key]: Math.round(Math.min(WIDEST_CHOSEN, Math.max(NARROWEST_CHOSEN, width))) })
  }
  // The same function for every rendering: titles with their menus are not drawn again while the table scrolls.
  const resize = useCallback((key: string, change: Resize) => latest.current(key, change), [])
  return { widths, resize }
}
