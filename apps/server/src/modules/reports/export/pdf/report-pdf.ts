import { buffer } from 'node:stream/consumers'
import { drawMap } from '#charts/report/draw-map.ts'
import { chartHeight, drawReport } from '#charts/report/draw-report.ts'
import type { ReportDrawing } from '#charts/report/report-drawing.ts'
import { createFormats } from '#charts/value-format.ts'
import { formatCode } from '#domain/code-labels.ts'
import { COMPARED_WITH } from '#domain/ranges/comparison-mode.ts'
import { type ReportTable, reportTable } from '../report-table.ts'
import type { ReportSnapshot } from '../table-snapshot.ts'
import { drawChart, resolvePaint } from './draw-chart.ts'
import { drawTable } from './draw-table.ts'
import { ACCENT, BOLD, FOOTER, INK, MARGIN, MUTED, paperSize, REGULAR } from './page-style.ts'
import { ReportPage as Page } from './report-page.ts'

/** Tables with more columns are printed in landscape. */
const MAX_PORTRAIT_COLUMNS = 6
/** Points per pixel of the chart's layout. */
const CHART_SCALE = 0.75
const CHART_HEIGHT = 260
/** Below this scale labels are too small to read, and the chart moves to a page of its own. */
const MIN_SCALE = 0.5
/** Points for the chart's title, legend and notes. */
const LEGEND_HEIGHT = 70

const openPage = (report: ReportSnapshot, { columns }: ReportTable): Page =>
  new Page({
    size: paperSize(report.culture),
    layout: columns.length > MAX_PORTRAIT_COLUMNS ? 'landscape' : 'portrait',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: report.title, Creator: 'Cuvee' },
    lang: report.culture,
    displayTitle: true,
  })

const drawHead = (page: Page, { title, facts }: ReportSnapshot): number => {
  page.font(BOLD).fontSize(18).fillColor(ACCENT).text(title.normalize('NFC'), MARGIN, MARGIN)
  page.moveDown(0.4).fontSize(9)
  for (const { label, text } of facts.slice(1)) {
    page.font(BOLD).fillColor(MUTED).text(`${label}: `, { continued: true })
    page.font(REGULAR).fillColor(INK).text(text.normalize('NFC'))
  }
  return page.y + 12
}

const layOutChart = (report: ReportSnapshot, width: number): ReportDrawing | null => {
  const { chart, answer, culture, currency, timeZone, today } = report
  if (chart === null || answer.rows.length === 0) return null
  const formats = createFormats({ culture, currency, timeZone })
  const inner = width / CHART_SCALE
  const box = { width: inner, height: chartHeight(chart, inner, CHART_HEIGHT) }
  const previousName = answer.comparison ? COMPARED_WITH[answer.comparison.mode] : undefined
  return drawReport(
    { ...answer, isTop: answer.others !== undefined, chart, today, formats, previousName, nameOf: formatCode },
    box,
    drawMap,
  )
}

const drawLegend = (page: Page, { legend }: ReportDrawing, top: number): number => {
  if (legend.length === 0) return top
  page.font(REGULAR).fontSize(9)
  let [x, y] = [MARGIN, top]
  for (const { name, color, isComparison } of legend) {
    const paint = { color, tone: isComparison ? ('comparison' as const) : ('full' as const) }
    const width = page.widthOfString(name) + 28
    if (x + width > page.page.width - MARGIN) [x, y] = [MARGIN, y + 14]
    page
      .fillOpacity(1)
      .rect(x, y + 1, 8, 8)
      .fill(resolvePaint(paint))
    page
      .fillOpacity(1)
      .fillColor(INK)
      .text(name, x + 13, y, { lineBreak: false })
    x += width
  }
  return y + 20
}

/** Draws the report's chart and returns the y position below it. */
const drawPicture = (page: Page, report: ReportSnapshot, top: number): number => {
  const drawing = layOutChart(report, page.page.width - 2 * MARGIN)
  if (drawing === null) return top
  const { height } = drawing.chart
  const bottom = page.page.height - MARGIN - FOOTER - LEGEND_HEIGHT
  const isCramped = (bottom - top) / height < MIN_SCALE
  if (isCramped) page.addPage()
  const start = isCramped ? MARGIN : top
  const scale = Math.min(CHART_SCALE, (bottom - start) / height)
  page.font(BOLD).fontSize(10).fillColor(INK)
  page.text(drawing.title.normalize('NFC'), MARGIN, start, { width: page.page.width - 2 * MARGIN })
  const y = drawLegend(page, drawing, page.y + 6)
  drawChart(page, drawing.chart, { x: MARGIN, y, scale })
  const below = y + drawing.chart.height * scale + 8
  if (drawing.notes.length === 0) return below + 8
  page.font(REGULAR).fontSize(8).fillColor(MUTED)
  page.text(drawing.notes.join(' '), MARGIN, below, { width: page.page.width - 2 * MARGIN })
  return page.y + 10
}

const BOXES_NOTE = 'Boxes are characters this PDF can’t show. The CSV and XLSX files have them.'

const numberPages = (page: Page, { title }: ReportSnapshot): void => {
  const { count } = page.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    page.switchToPage(index)
    // Text below the margin would start a new page.
    page.page.margins.bottom = 0
    const y = page.page.height - MARGIN
    const number = `Page ${index + 1} of ${count}`
    page.font(REGULAR).fontSize(8).fillColor(MUTED)
    page.text(title, MARGIN, y, { lineBreak: false, width: page.page.width / 2, height: 10, ellipsis: true })
    page.text(number, page.page.width - MARGIN - page.widthOfString(number), y, { lineBreak: false })
    if (page.hasBoxes) page.text(BOXES_NOTE, MARGIN, y - 11, { lineBreak: false })
  }
}

/** Renders a report for printing: its facts, its chart as vectors, its table with totals, and page numbers. */
export const reportPdf = async (report: ReportSnapshot): Promise<Buffer> => {
  const table = reportTable(report.answer)
  const page = openPage(report, table)
  const content = buffer(page)
  const top = drawPicture(page, report, drawHead(page, report))
  drawTable(page, table, report, top)
  numberPages(page, report)
  page.end()
  return content
}
