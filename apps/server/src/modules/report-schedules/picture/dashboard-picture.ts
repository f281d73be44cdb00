import { COMPARISON_COLOR, colorIndex, LIGHT_COLORS, PRINTED } from '#charts/palette.ts'
import { toSvgString } from '#charts/svg-string.ts'
import { fitText, textWidth } from '#charts/text-measure.ts'
import { escapeHtml } from '#server/mail/templates/mail-page.ts'
import type { Verdict } from '#ui/comparison.ts'
import type { TileChart } from './tile-charts.ts'
import type { TileContent, TileGoal, TileKpi } from './tile-content.ts'
import type { TileRows } from './tile-rows.ts'

/** Pixels at scale 1: one column, so that letters stay readable on a phone. */
const WIDTH = 480
const INSET = 16
const INNER = WIDTH - 2 * INSET
const GAP = 12
const CHART_HEIGHT = 170
const LINE = 20
/** For sharp letters on dense screens. */
const SCALE = 2.25
/** A taller picture would be too large for an email; the text has all tiles. */
const MAX_TILES = 20
const MAX_TABLE_ROWS = 8
const MAX_TABLE_VALUES = 3
const MAX_NOTE_LINES = 6

const { ink: INK, dim: MUTED, line: LINE_COLOR } = PRINTED
const VERDICT_COLORS: Readonly<Record<Verdict, string>> = {
  good: PRINTED.good,
  bad: PRINTED.bad,
  neutral: MUTED,
}

/** SVG with the pixels that it takes. */
interface Block {
  readonly svg: string
  readonly height: number
}

interface TextStyle {
  readonly x?: number
  readonly y: number
  readonly size?: number
  readonly fill?: string
  readonly isBold?: boolean
  readonly isEnd?: boolean
}

const text = (words: string, { x = 0, y, size = 13, fill = INK, isBold = false, isEnd = false }: TextStyle): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${isBold ? 600 : 400}" fill="${fill}" text-anchor="${isEnd ? 'end' : 'start'}">${escapeHtml(words)}</text>`

/** Words broken into lines of a width; the last one is cut. */
const wrapped = (words: string, width: number, size: number, limit: number): string[] => {
  const lines: string[] = ['']
  for (const word of words.split(/\s+/)) {
    const last = lines.at(-1) ?? ''
    const longer = last === '' ? word : `${last} ${word}`
    if (textWidth(longer, size) <= width || last === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = lines.slice(0, limit)
  const isCut = lines.length > limit
  return shown.map((line, at) => fitText(isCut && at === limit - 1 ? `${line} …` : line, width, size))
}

const paragraph = (words: string, limit: number, fill = MUTED): Block => {
  const lines = words
    .split(/\n+/)
    .flatMap((line) => wrapped(line, INNER, 13, limit))
    .slice(0, limit)
  return { svg: lines.map((line, at) => text(line, { y: 14 + at * LINE, fill })).join(''), height: lines.length * LINE }
}

/** The first number is larger. */
const HERO_WIDTH = 180
const SIDE_WIDTH = (INNER - HERO_WIDTH) / 2
const ARROWS = { up: 'M0 9 L4.5 1 L9 9 Z', down: 'M0 1 L9 1 L4.5 9 Z' } as const

const kpi = ({ label, figures, change }: TileKpi, at: number): string => {
  const [x, width, size] = at === 0 ? [0, HERO_WIDTH, 26] : [HERO_WIDTH + (at - 1) * SIDE_WIDTH, SIDE_WIDTH, 20]
  const room = width - 8
  const figure = figures.find((one) => textWidth(one, size) <= room) ?? fitText(figures.at(-1) ?? '', room, size)
  const parts = [
    text(fitText(label, room, 12), { x, y: 12, size: 12, fill: MUTED }),
    text(figure, { x, y: 40, size, isBold: true }),
  ]
  if (change !== null) {
    const fill = VERDICT_COLORS[change.verdict]
    const { arrow } = change
    const words = arrow === null ? change.word : change.amount
    const inset = arrow === null ? 0 : 13
    if (arrow !== null) parts.push(`<path d="${ARROWS[arrow]}" transform="translate(${x} 51)" fill="${fill}"/>`)
    parts.push(text(fitText(words, room - inset, 12), { x: x + inset, y: 60, size: 12, fill }))
  }
  return parts.join('')
}

const numbers = (kpis: readonly TileKpi[]): Block => ({
  svg: kpis.slice(0, 3).map(kpi).join(''),
  height: kpis.some(({ change }) => change !== null) ? 74 : 54,
})

const progress = ({ share, words }: TileGoal): Block => ({
  svg: `<rect width="${INNER}" height="10" rx="5" fill="${LINE_COLOR}"/><rect width="${INNER * share}" height="10" rx="5" fill="${LIGHT_COLORS[0]}"/>${text(words, { y: 30, fill: MUTED })}`,
  height: 40,
})

const legendOf = (entries: TileChart['legend']): Block => {
  let [x, y] = [0, 0]
  const parts = entries.map(({ name, color, isComparison = false }) => {
    const words = fitText(name, INNER - 16, 12)
    const width = textWidth(words, 12) + 28
    if (x > 0 && x + width > INNER) [x, y] = [0, y + LINE]
    const fill = isComparison ? COMPARISON_COLOR : (LIGHT_COLORS[colorIndex(color)] ?? INK)
    const svg = `<rect x="${x}" y="${y + 3}" width="10" height="10" rx="2" fill="${fill}"/>${text(words, { x: x + 15, y: y + 12, size: 12, fill: MUTED })}`
    x += width
    return svg
  })
  return { svg: parts.join(''), height: entries.length === 0 ? 0 : y + LINE + 4 }
}

const picture = ({ chart, legend }: TileChart, title: string): readonly Block[] => [
  legendOf(legend),
  { svg: toSvgString(chart, { title }), height: chart.height },
]

/** The first rows as a table. */
const table = ({ heading, titles, rows, more }: TileRows): Block => {
  const values = titles.slice(0, MAX_TABLE_VALUES)
  const width = values.length === 1 ? INNER * 0.35 : INNER * 0.22
  const nameWidth = INNER - width * values.length
  const at = (position: number): number => nameWidth + width * (position + 1)
  const shown = rows.slice(0, MAX_TABLE_ROWS)
  const cells = (name: string, of: readonly string[], y: number, fill: string, isBold = false): string =>
    [
      text(fitText(name, nameWidth - 8), { y, fill, isBold }),
      ...of
        .slice(0, values.length)
        .map((words, position) => text(fitText(words, width - 8), { x: at(position), y, fill, isBold, isEnd: true })),
    ].join('')
  const lines = shown.map(({ name, values: of }, index) => {
    const y = LINE * (index + 1)
    const texts = of.map((value) => value.text)
    return `<line x1="0" x2="${INNER}" y1="${y}" y2="${y}" stroke="${LINE_COLOR}"/>${cells(name, texts, y + 15, INK)}`
  })
  const rest = rows.length - shown.length + more
  const note = rest > 0 ? text(`and ${rest} more`, { y: LINE * (shown.length + 1) + 15, fill: MUTED }) : ''
  const head = cells(titles.length === 1 ? heading : '', titles.length === 1 ? [''] : values, 14, MUTED, true)
  return { svg: `${head}${lines.join('')}${note}`, height: LINE * (shown.length + 1 + Number(rest > 0)) + 4 }
}

const layoutTileBody = (tile: TileContent): readonly Block[] => {
  const { title, kpis, rows, goal, note, problem, charts } = tile
  const drawn = charts({ width: INNER, height: CHART_HEIGHT })
  const [first] = rows
  return [
    ...(problem === null ? [] : [paragraph(problem, 3)]),
    ...(note === null ? [] : [paragraph(note, MAX_NOTE_LINES, INK)]),
    ...(kpis.length === 0 ? [] : [numbers(kpis)]),
    ...(goal === null ? [] : [progress(goal)]),
    ...drawn.flatMap((chart) => picture(chart, title ?? '')),
    ...(drawn.length > 0 || first === undefined || first.rows.length === 0 ? [] : [table(first)]),
  ]
}

const card = (tile: TileContent): Block => {
  const blocks = [
    ...(tile.title === null
      ? []
      : [{ svg: text(fitText(tile.title, INNER, 15), { y: 15, size: 15, isBold: true }), height: LINE + 2 }]),
    ...(tile.dates === null ? [] : [paragraph(tile.dates, 2)]),
    { svg: '', height: tile.title === null ? 0 : 6 },
    ...layoutTileBody(tile),
  ]
  let y = INSET
  const inside = blocks.map(({ svg, height }) => {
    const placed = `<g transform="translate(${INSET} ${y})">${svg}</g>`
    y += height
    return placed
  })
  const height = y + INSET
  const sheet = `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8" fill="#ffffff" stroke="${LINE_COLOR}"/>`
  return { svg: `${sheet}${inside.join('')}`, height }
}

/** Each text runs as its first letter does. */
const OWN_DIRECTION = '<style>text{unicode-bidi:plaintext}</style>'

/** The tiles as cards below each other, as SVG. Null without tiles. */
export const dashboardSvg = (tiles: readonly TileContent[]): string | null => {
  if (tiles.length === 0) return null
  let y = 0
  const cards = tiles.slice(0, MAX_TILES).map((tile) => {
    const { svg, height } = card(tile)
    const placed = `<g transform="translate(0 ${y})">${svg}</g>`
    y += height + GAP
    return placed
  })
  const height = Math.max(1, y - GAP)
  const size = `width="${WIDTH * SCALE}" height="${height * SCALE}" viewBox="0 0 ${WIDTH} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="Inter">${OWN_DIRECTION}${cards.join('')}</svg>`
}
