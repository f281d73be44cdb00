import { textWidth } from '#charts/text-measure.ts'
import type { GridCell, GridColumn } from './grid-types.ts'

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
export const columnWidths = (
  columns: readonly GridColumn[],
  rows: readonly (readonly GridCell[])[],
  hasMenu = false,
): readonly number[] =>
  columns.map((column, place) => {
    const content = Math.max(0, ...rows.map((row) => cellWidth(row[place])))
    const wanted = Math.max(headWidth(column, hasMenu), column.isNumeric ? content : Math.min(content, WIDEST_TEXT))
    return Math.ceil(Math.max(NARROWEST, wanted + PADDING))
  })
