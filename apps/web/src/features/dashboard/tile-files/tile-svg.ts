/** Styles of charts that come from style sheets, which a picture of its own does not have. */
const PAINTED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
] as const

const NAMESPACE = 'http://www.w3.org/2000/svg'

/** A drawn chart with its styles as attributes. */
const withStyles = (drawn: SVGSVGElement): SVGSVGElement => {
  const copy = document.importNode(drawn, true)
  const copies = copy.querySelectorAll('*')
  for (const [at, shape] of drawn.querySelectorAll('*').entries()) {
    const style = getComputedStyle(shape)
    const target = copies[at]
    target?.removeAttribute('class')
    target?.removeAttribute('style')
    for (const name of PAINTED) target?.setAttribute(name, style.getPropertyValue(name))
  }
  return copy
}

const isChart = (svg: SVGSVGElement): boolean => svg.closest('[role="slider"]') !== null

/** The charts of a tile in the order of the page. */
export const findCharts = (tile: Element): SVGSVGElement[] =>
  [...tile.querySelectorAll<SVGSVGElement>('svg')].filter(isChart)

interface TextLine {
  readonly text: string
  /** pixels */
  readonly size: number
  readonly weight?: number
  readonly isMuted?: boolean
}

export interface TileTexts {
  /** above the charts */
  readonly head: readonly TextLine[]
  /** below the charts */
  readonly foot: readonly TextLine[]
}

export interface LegendItem {
  readonly name: string
  readonly color: string
}

/** Names and colors of the series that a tile shows. */
export const readLegend = (tile: Element): LegendItem[] =>
  [...tile.querySelectorAll('button[aria-pressed="true"]')].flatMap((entry) => {
    const key = entry.querySelector('svg > *') ?? entry.querySelector('span')
    if (key === null) return []
    const style = getComputedStyle(key)
    const color = key instanceof SVGElement ? style.fill : style.backgroundColor
    return [{ name: entry.textContent?.trim() ?? '', color }]
  })

const PADDING = 20
const GAP = 8
const MIN_WIDTH = 360
const LINE = 1.45
const LEGEND_HEIGHT = 20

interface Colors {
  readonly surface: string
  readonly text: string
  readonly muted: string
}

const element = (name: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement => {
  const made = document.createElementNS(NAMESPACE, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  if (text !== undefined) made.textContent = text
  return made
}

/** A picture of a tile: its texts, legend and charts, below each other. */
export const tileSvg = (
  charts: readonly SVGSVGElement[],
  { head, foot }: TileTexts,
  legend: readonly LegendItem[],
  colors: Colors,
): SVGSVGElement => {
  const sizes = charts.map((chart) => ({ width: chart.clientWidth, height: chart.clientHeight }))
  const width = Math.max(MIN_WIDTH, ...sizes.map((size) => size.width)) + 2 * PADDING
  const picture = document.createElementNS(NAMESPACE, 'svg')
  let y = PADDING
  const write = ({ text, size, weight = 400, isMuted = false }: TextLine): void => {
    const fill = isMuted ? colors.muted : colors.text
    y += size * LINE
    picture.append(
      element('text', { x: PADDING, y: y - size * 0.35, fill, 'font-size': size, 'font-weight': weight }, text),
    )
  }
  const background = picture.appendChild(element('rect', { width: '100%', height: '100%', fill: colors.surface }))
  head.forEach(write)
  y += GAP
  for (const { name, color } of legend) {
    picture.append(element('rect', { x: PADDING, y: y + 4, width: 10, height: 10, rx: 2, fill: color }))
    picture.append(element('text', { x: PADDING + 18, y: y + 13, fill: colors.text, 'font-size': 12 }, name))
    y += LEGEND_HEIGHT
  }
  charts.forEach((chart, at) => {
    const nestedSvg = withStyles(chart)
    nestedSvg.setAttribute('x', String(PADDING))
    nestedSvg.setAttribute('y', String(y))
    picture.append(nestedSvg)
    y += (sizes[at]?.height ?? 0) + GAP
  })
  foot.forEach(write)
  const height = Math.ceil(y + PADDING)
  background.setAttribute('height', String(height))
  picture.setAttribute('xmlns', NAMESPACE)
  picture.setAttribute('width', String(width))
  picture.setAttribute('height', String(height))
  picture.setAttribute('font-family', 'Inter, Helvetica, Arial, sans-serif')
  return picture
}
