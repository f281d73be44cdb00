import type PDFDocument from 'pdfkit'
import { createFormats } from '#charts/value-format.ts'
import type { AnsweredReport } from '../answered-report.ts'
import { cellText } from '../cell-text.ts'
import type { ReportTable } from '../report-table.ts'
import { BOLD, FOOTER, INK, LINE, MARGIN, MUTED, REGULAR } from './page-style.ts'
import { columnBands, GAP, type PrintColumn } from './table-columns.ts'

type Page = InstanceType<typeof PDFDocument>

const TEXT_SIZE = 8.5
const PADDING = 3
const TOTAL = 'Total'

type Texts = readonly string[]

// One paragraph a cell: line breaks of a value would tear rows apart.
const oneLine = (text: string): string => text.normalize('NFC').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

const textsOf = ({ columns, rows, others, totals }: ReportTable, report: AnsweredReport) => {
  const formats = createFormats(report)
  const texts = (row: ReportTable['rows'][number]): string[] =>
    columns.map((column, place) => oneLine(cellText(column, row[place] ?? null, formats)))
  const totalTexts = (row: ReportTable['rows'][number]): string[] => {
    const label = columns.findIndex(({ kind }) => kind === 'dimension')
    return columns.map((column, place) => {
      const cell = row[place] ?? null
      return place === label ? TOTAL : cell === null ? '' : cellText(column, cell, formats)
    })
  }
  return {
    headers: columns.map(({ header }) => oneLine(header)),
    rows: [...rows.map(texts), ...(others ? [texts(others)] : [])],
    totals: totals === null ? null : totalTexts(totals),
  }
}

interface Line {
  readonly texts: Texts
  readonly font: string
  readonly color: string
}

const isWrapped = (page: Page, column: PrintColumn, text: string): boolean => page.widthOfString(text) > column.width

const heightOf = (page: Page, columns: readonly PrintColumn[], { texts, font }: Line): number => {
  page.font(font).fontSize(TEXT_SIZE)
  const single = page.currentLineHeight()
  const heights = columns.map((column) => {
    const text = texts[column.place] ?? ''
    return isWrapped(page, column, text) ? page.heightOfString(text, { width: column.width }) : single
  })
  return Math.max(single, ...heights) + PADDING * 2
}

const drawLine = (page: Page, columns: readonly PrintColumn[], y: number, { texts, font, color }: Line): void => {
  page.font(font).fontSize(TEXT_SIZE).fillColor(color)
  let x = MARGIN
  for (const column of columns) {
    const text = texts[column.place] ?? ''
    const align = column.isNumber ? 'right' : 'left'
    if (isWrapped(page, column, text)) page.text(text, x, y + PADDING, { width: column.width, align })
    else {
      const left = column.isNumber ? x + column.width - page.widthOfString(text) : x
      page.text(text, left, y + PADDING, { lineBreak: false })
    }
    x += column.width + GAP
  }
}

const rule = (page: Page, y: number, color: string): void => {
  const right = page.page.width - MARGIN
  page.moveTo(MARGIN, y).lineTo(right, y).lineWidth(0.5).stroke(color)
}

/** Draws one band of columns with all rows, from `top` on, its header again on each page; gives where it ends. */
const drawBand = (page: Page, columns: readonly PrintColumn[], lines: readonly Line[], header: Line, top: number) => {
  const bottom = page.page.height - MARGIN - FOOTER
  const headerHeight = heightOf(page, columns, header)
  const drawHeader = (at: number): number => {
    drawLine(page, columns, at, header)
    rule(page, at + headerHeight, MUTED)
    return at + headerHeight
  }
  const newPage = (): number => {
    page.addPage()
    return drawHeader(MARGIN)
  }
  // A header alone at the foot of a page says nothing.
  let y = top + headerHeight * 3 > bottom ? newPage() : drawHeader(top)
  for (const line of lines) {
    const height = heightOf(page, columns, line)
    if (y + height > bottom) y = newPage()
    drawLine(page, columns, y, line)
    y += height
    rule(page, y, LINE)
  }
  return y
}

/** Draws the table from `top` on, over as many pages as it takes. Columns that do not fit follow below the others. */
export const drawTable = (page: Page, table: ReportTable, report: AnsweredReport, top: number): void => {
  const { headers, rows, totals } = textsOf(table, report)
  page.font(BOLD).fontSize(TEXT_SIZE)
  const measured = { table, headers, rows: totals ? [...rows, totals] : rows }
  const bands = columnBands(measured, page.page.width - 2 * MARGIN, (text) => page.widthOfString(text))
  const lines = [
    ...rows.map((texts) => ({ texts, font: REGULAR, color: INK })),
    ...(totals ? [{ texts: totals, font: BOLD, color: INK }] : []),
  ]
  let y = top
  for (const band of bands) y = drawBand(page, band, lines, { texts: headers, font: BOLD, color: MUTED }, y) + GAP * 2
}
