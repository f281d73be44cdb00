import type PDFDocument from 'pdfkit'
import type { AnsweredReport } from '../answered-report.ts'
import type { ReportTable } from '../report-table.ts'
import { tableTexts } from '../table-texts.ts'
import { BOLD, FOOTER, INK, LINE, MARGIN, MUTED, REGULAR } from './page-style.ts'
import { columnBands, GAP, type PrintColumn } from './table-columns.ts'

type Page = InstanceType<typeof PDFDocument>

const TEXT_SIZE = 8.5
const PADDING = 3

interface Line {
  readonly texts: readonly string[]
  readonly font: string
  readonly color: string
}

/** Writes lines of cells. Widths are kept: measuring is most of the work, and values come again. */
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
    const heights = columns.map(({ place, width }) => {
      const text = texts[place] ?? ''
      if (this.widthOf(text, font) <= width) return this.#lineHeight
      return this.#page.font(font).fontSize(TEXT_SIZE).heightOfString(text, { width })
    })
    return Math.max(this.#lineHeight, ...heights) + PADDING * 2
  }

  write(columns: readonly PrintColumn[], top: number, { texts, font, color }: Line): void {
    let x = MARGIN
    for (const { place, width, isNumber } of columns) {
      const text = texts[place] ?? ''
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

/** Draws one band of columns with all rows, from `top` on, its header again on each page; gives where it ends. */
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
  // A header alone at the foot of a page says nothing.
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

/** Draws the table from `top` on, over as many pages as it takes. Columns that do not fit follow below the others. */
export const drawTable = (page: Page, table: ReportTable, report: AnsweredReport, top: number): void => {
  const { headers, rows, totals } = tableTexts(table, report)
  const writer = new LineWriter(page)
  const measured = { table, headers, rows: totals ? [...rows, totals] : rows }
  const bands = columnBands(measured, page.page.width - 2 * MARGIN, (text) => writer.widthOf(text, BOLD))
  const lines = rows.map((texts) => ({ texts, font: REGULAR, color: INK }))
  const last = totals ? [{ texts: totals, font: BOLD, color: INK }] : []
  const header = { texts: headers, font: BOLD, color: MUTED }
  let y = top
  for (const columns of bands) y = drawBand(page, writer, { columns, header, lines: [...lines, ...last] }, y) + GAP * 2
}
