import type PDFDocument from 'pdfkit'
import type { Chart, Label, Paint } from '#charts/chart.ts'
import { heatColor, LIGHT_HEAT, textOn } from '#charts/heat-palette.ts'
import { COMPARISON_COLOR, markerPath, printedColor } from '#charts/palette.ts'
import { INK, LINE, MUTED, REGULAR } from './page-style.ts'

type Page = InstanceType<typeof PDFDocument>

const OPACITY: Readonly<Record<Paint['tone'], number>> = { full: 1, running: 0.55, comparison: 0.5, faded: 0.5 }
const TEXT_SIZE = 12

export const resolvePaint = ({ color, tone }: Paint): string =>
  tone === 'comparison' ? COMPARISON_COLOR : (printedColor(color) ?? INK)

/** Fills a path at a position. */
const fillAt = (page: Page, { x, y, path }: { x: number; y: number; path: string }, color: string): void => {
  page.save()
  page.translate(x, y).path(path).fill(color)
  page.restore()
}

const drawLabel = (page: Page, { x, y, text, anchor, role, step = 0 }: Label): void => {
  const width = page.widthOfString(text)
  const left = anchor === 'start' ? x : x - (anchor === 'middle' ? width / 2 : width)
  const under = role === 'onColor' ? heatColor(step, LIGHT_HEAT) : null
  page
    .fillColor(under === null ? MUTED : textOn(under))
    .text(text, left, y, { lineBreak: false, baseline: 'alphabetic' })
}

const drawAreas = (page: Page, chart: Chart): void => {
  for (const { path, paint } of chart.fills) page.path(path).fillOpacity(0.1).fill(resolvePaint(paint))
  for (const { x, y, width, height, paint } of chart.bars)
    page.rect(x, y, width, height).fillOpacity(OPACITY[paint.tone]).fill(resolvePaint(paint))
  page.fillOpacity(1)
  for (const slice of chart.slices) fillAt(page, slice, resolvePaint(slice.paint))
  for (const { x, y, width, height, step } of chart.cells)
    page.rect(x, y, width, height).fill(heatColor(step, LIGHT_HEAT) ?? LINE)
  for (const { path, step } of chart.regions)
    page
      .path(path)
      .lineWidth(0.75)
      .fillAndStroke(heatColor(step, LIGHT_HEAT) ?? LINE, '#ffffff')
}

const drawLines = (page: Page, chart: Chart): void => {
  for (const { path, paint, dashed } of chart.strokes) {
    page.save()
    if (dashed) page.dash(4, { space: 3 })
    page.lineWidth(paint.tone === 'full' || paint.tone === 'running' ? 2 : 1.25)
    if (paint.tone === 'faded') page.strokeOpacity(OPACITY.faded)
    page.path(path).stroke(resolvePaint(paint))
    page.restore()
  }
  for (const { x, y, paint, shape } of chart.dots) fillAt(page, { x, y, path: markerPath(shape) }, resolvePaint(paint))
}

/** Draws a laid-out chart as vectors with its top left corner at a position of the page; `scale` is points per pixel. */
export const drawChart = (page: Page, chart: Chart, place: { x: number; y: number; scale: number }): void => {
  page.save()
  page.translate(place.x, place.y).scale(place.scale)
  page.font(REGULAR).fontSize(TEXT_SIZE).lineWidth(1)
  for (const { x1, y1, x2, y2 } of chart.guides) page.moveTo(x1, y1).lineTo(x2, y2).stroke(LINE)
  drawAreas(page, chart)
  drawLines(page, chart)
  for (const label of chart.labels) drawLabel(page, label)
  page.restore()
}
