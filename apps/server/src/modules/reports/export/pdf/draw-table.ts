import type PDFDocument from 'pdfkit'
import { formatTable, type ReportTable } from '../report-table.ts'
import type { ReportSnapshot } from '../table-snapshot.ts'

import { BOLD, FOOTER, INK, LINE, MARGIN, MUTED, REGULAR } from './page-style.ts'

/** A printed column. */
interface PrintColumn {
  /** index in the rows */
  readonly index: number
  /** points, without the gap to the next column */
  readonly width: number
  readonly isNumber: boolean
}

/** Points between columns. */
const GAP = 10
const MAX_TEXT_WIDTH = 150
const MIN_TEXT_WIDTH = 60
const MAX_EXTRA_WIDTH = 80
/** Half of a page: longer words are broken. */
const MAX_WORD_WIDTH = 250

type WidthOf = (text: string) => number

interface Texts {
  readonly table: ReportTable
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const longestWord = (text: string): string =>
  text.split(/\s+/).reduce((longest, word) => (word.length > longest.length ? word : longest), '')

/** The width of the widest text; texts much shorter than the longest are not measured. */
const widest = (texts: readonly string[], widthOf: WidthOf): number => {
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0)
  const candidates = new Set(texts.filter((text) => text.length >= longest * 0.7))
  return Math.max(0, ...[...candidates].slice(0, 500).map(widthOf))
}

/** Numbers get the width they need; text is wrapped between words at a maximum width. */
const naturalColumns = ({ table, headers, rows }: Texts, widthOf: WidthOf): PrintColumn[] =>
  table.columns.map(({ kind }, index) => {
    const isNumber = kind === 'measure'
    const texts = rows.map((row) => row[index] ?? '')
    const inRows = widest(texts, widthOf)
    const word = isNumber ? 0 : Math.min(widest(texts.map(longestWord), widthOf), MAX_WORD_WIDTH)
    const header = headers[index] ?? ''
    const least = Math.max(widthOf(longestWord(header)), word, isNumber ? 0 : MIN_TEXT_WIDTH)
    const body = isNumber ? inRows : Math.min(inRows, MAX_TEXT_WIDTH)
    return { index, isNumber, width: Math.ceil(Math.max(least, body)) + 1 }
  })

const widthOfAll = (columns: readonly PrintColumn[]): number =>
  columns.reduce((sum, { width }) => sum + width + GAP, -GAP)

/** Distributes spare width, to text columns first and then to all, so that the table fills the page. */
const widened = (columns: readonly PrintColumn[], room: number): PrintColumn[] => {
  const names = columns.filter(({ isNumber }) => !isNumber).length
  const spare = Math.max(0, room - widthOfAll(columns))
  const forNames = names === 0 ? 0 : Math.min(spare / names, MAX_EXTRA_WIDTH)
  const forAll = (spare - forNames * names) / columns.length
  return columns.map((column) => ({ ...column, width: column.width + forAll + (column.isNumber ? 0 : forNames) }))
}

/**
 * Groups columns that fit side by side on a page: one band if all fit, else several that each repeat the first column.
 */
const columnBands = (texts: Texts, room: number, widthOf: WidthOf): PrintColumn[][] => {
  const [first, ...rest] = naturalColumns(texts, widthOf)
  if (first === undefined) return []
  const bands: PrintColumn[][] = [[first]]
  for (const column of rest) {
    const band = bands.at(-1) ?? []
    if (widthOfAll([...band, column]) <= room || band.length === 1) band.push(column)
    else bands.push([first, column])
  }
  return bands.map((band) => widened(band, room))
}

type Page = InstanceType<typeof PDFDocument>

const TEXT_SIZE = 8.5
const PADDING = 3

interface Line {
  readonly texts: readonly string[]
  readonly font: string
  readonly color: string
}

/** Writes lines of cells. Text widths are cached, because measuring dominates and values repeat. */
class LineWriter {
  readonly #page: Page
  readonly #widths = new Map<string, number>()
  readonly #lineHeight: number

  constructor(page: Page) {
    this.#page = page
    this.#lineHeight = page.font(REGULAR).fontSize(TEXT_SIZE).currentLineHeight()
  }

  widthOf(text: string, font: string): number {
    const key = `${font} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    const width = this.#page.font(font).fontSize(TEXT_SIZE).widthOfString(text)
    this.#widths.set(key, width)
    return width
  }

  heightOf(columns: readonly PrintColumn[], { texts, font }: Line): number {
    const heights = columns.map(({ index, width }) => {
      const text = texts[index] ?? ''
      if (this.widthOf(text, font) <= width) return this.#lineHeight
      return this.#page.font(font).fontSize(TEXT_SIZE).heightOfString(text, { width })
    })
    return Math.max(this.#lineHeight, ...heights) + PADDING * 2
  }

  write(columns: readonly PrintColumn[], top: number, { texts, font, color }: Line): void {
    let x = MARGIN
    for (const { index, width, isNumber } of columns) {
      const text = texts[index] ?? ''
      const taken = this.widthOf(text, font)
      const page = this.#page.font(font).fontSize(TEXT_SIZE).fillColor(color)
      if (taken > width) page.text(text, x, top + PADDING, { width, align: isNumber ? 'right' : 'left' })
      else if (text !== '') page.text(text, isNumber ? x + width - taken : x, top + PADDING, { lineBreak: false })
      x += width + GAP
    }
  }

  rule(y: number, color: string): void {
    const right = this.#page.page.width - MARGIN
    this.#page.moveTo(MARGIN, y).lineTo(right, y).lineWidth(0.5).stroke(color)
  }
}

interface Band {
  readonly columns: readonly PrintColumn[]
  readonly header: Line
  readonly lines: readonly Line[]
}

/** Draws one band of columns with all rows from `top`, repeating its header on each page. Returns the y position below it. */
const drawBand = (page: Page, writer: LineWriter, { columns, header, lines }: Band, top: number): number => {
  const bottom = page.page.height - MARGIN - FOOTER
  const headerHeight = writer.heightOf(columns, header)
  const drawHeader = (at: number): number => {
    writer.write(columns, at, header)
    writer.rule(at + headerHeight, MUTED)
    return at + headerHeight
  }
  const newPage = (): number => {
    page.addPage()
    return drawHeader(MARGIN)
  }
  // Avoids a header alone at the bottom of a page.
  let y = top + headerHeight * 3 > bottom ? newPage() : drawHeader(top)
  for (const line of lines) {
    const height = writer.heightOf(columns, line)
    if (y + height > bottom) y = newPage()
    writer.write(columns, y, line)
    y += height
    writer.rule(y, LINE)
  }
  return y
}

/** Draws the table from `top` over as many pages as needed. Columns that do not fit side by side follow below. */
export const drawTable = (page: Page, table: ReportTable, report: ReportSnapshot, top: number): void => {
  const { headers, rows, totals } = formatTable(table, report)
  const writer = new LineWriter(page)
  const measured = { table, headers, rows: totals ? [...rows, totals] : rows }
  const bands = columnBands(measured, page.page.width - 2 * MARGIN, (text) => writer.widthOf(text, BOLD))
  const lines = rows.map((texts) => ({ texts, font: REGULAR, color: INK }))
  const last = totals ? [{ texts: totals, font: BOLD, color: INK }] : []
  const header = { texts: headers, font: BOLD, color: MUTED }
  let y = top
  for (const columns of bands) y = drawBand(page, writer, { columns, header, lines: [...lines, ...last] }, y) + GAP * 2
}
