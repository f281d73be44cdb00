import sharp from 'sharp'
import { barChart } from '#charts/bar-chart.ts'
import type { Chart } from '#charts/chart.ts'
import { horizontalBars } from '#charts/horizontal-bars.ts'
import { toSvgString } from '#charts/svg-string.ts'
import type { Formats } from '#charts/value-format.ts'
import { escapeHtml } from '#server/mail/templates/mail-page.ts'
import type { TileSummary } from './tile-summary.ts'

/** Pixels at scale 1. */
const CARD = { width: 420, height: 230, gap: 16, inset: 16 }
const COLUMNS = 2
/** For sharp letters on dense screens. */
const SCALE = 2
const CHART_TOP = 84

const chartOf = ({ bars, isTime, title }: TileSummary, formats: Formats): Chart | null => {
  const box = { width: CARD.width - 2 * CARD.inset, height: CARD.height - CHART_TOP - CARD.inset }
  if (bars === null || bars.rows.length === 0) return null
  const write = (value: number | null): string => formats.value(value, bars.format)
  if (!isTime) return horizontalBars({ rows: bars.rows, box, writeValue: write })
  const data = {
    categories: bars.rows.map(({ name }) => name),
    series: [{ name: title, values: bars.rows.map(({ value }) => value), color: 0 }],
  }
  return barChart({ data, box, mode: 'grouped', writeTick: (value) => formats.value(value, bars.format) })
}

const text = (x: number, y: number, size: number, fill: string, words: string, weight = 400): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escapeHtml(words)}</text>`

const card = (tile: TileSummary, place: number, formats: Formats): string => {
  const x = CARD.gap + (place % COLUMNS) * (CARD.width + CARD.gap)
  const y = CARD.gap + Math.floor(place / COLUMNS) * (CARD.height + CARD.gap)
  const [first] = tile.kpis
  const chart = chartOf(tile, formats)
  const parts = [
    `<rect width="${CARD.width}" height="${CARD.height}" rx="8" fill="#ffffff" stroke="#E7E5E4"/>`,
    text(CARD.inset, 28, 14, '#211D1A', tile.title, 600),
    ...(first
      ? [text(CARD.inset, 48, 12, '#57534E', first.label), text(CARD.inset, 76, 24, '#211D1A', first.text, 600)]
      : []),
    ...(chart
      ? [`<g transform="translate(${CARD.inset} ${CHART_TOP})">${toSvgString(chart, { title: tile.title })}</g>`]
      : []),
  ]
  return `<g transform="translate(${x} ${y})">${parts.join('')}</g>`
}

/** The tiles as cards with their first number and chart, as PNG. Null without tiles. */
export const dashboardPicture = async (tiles: readonly TileSummary[], formats: Formats): Promise<Buffer | null> => {
  if (tiles.length === 0) return null
  const width = CARD.gap + COLUMNS * (CARD.width + CARD.gap)
  const height = CARD.gap + Math.ceil(tiles.length / COLUMNS) * (CARD.height + CARD.gap)
  const cards = tiles.map((tile, place) => card(tile, place, formats)).join('')
  const size = `width="${width * SCALE}" height="${height * SCALE}" viewBox="0 0 ${width} ${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="Inter, 'DejaVu Sans', sans-serif"><rect width="100%" height="100%" fill="#FAF9F7"/>${cards}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
