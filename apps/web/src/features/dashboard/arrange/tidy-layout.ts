import { COLUMNS, cutsOf, type Widgets } from '../grid-rules.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Tiles in reading order, as many in a row as fit. */
const rowsOf = (widgets: Widgets): Widgets[] => {
  const rows: Widgets[] = []
  for (const widget of widgets.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const last = rows.at(-1) ?? []
    const fits = rows.length > 0 && sum(last.map(({ w }) => w)) + widget.w <= COLUMNS
    if (fits) rows[rows.length - 1] = [...last, widget]
    else rows.push([widget])
  }
  return rows
}

/** The row as wide as the grid, each tile in proportion to its width, and as high as its highest tile. */
const filledRow = (row: Widgets, y: number): Widgets => {
  const total = sum(row.map(({ w }) => w))
  const h = Math.max(...row.map((widget) => widget.h))
  let before = 0
  return row.map((widget) => {
    const x = Math.round((before / total) * COLUMNS)
    before += widget.w
    return { ...widget, x, y, w: Math.round((before / total) * COLUMNS) - x, h }
  })
}

/** The layout without holes: bands of tiles that fill the grid stay as they are, the tiles of the others fill rows of their own. */
export const tidyLayout = (widgets: Widgets): Widgets => {
  const tidy: Widgets[] = []
  let top = 0
  let start = 0
  let loose: Widgets = []
  const close = (): void => {
    for (const row of rowsOf(loose)) {
      tidy.push(filledRow(row, top))
      top += Math.max(...row.map(({ h }) => h))
    }
    loose = []
  }
  for (const end of cutsOf(widgets)) {
    const band = widgets.filter(({ y }) => y >= start && y < end)
    if (sum(band.map(({ w, h }) => w * h)) === COLUMNS * (end - start)) {
      close()
      const moved = top - start
      tidy.push(band.map((widget) => ({ ...widget, y: widget.y + moved })))
      top += end - start
    } else loose = [...loose, ...band]
    start = end
  }
  close()
  return tidy.flat()
}
