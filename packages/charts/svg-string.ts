import type { Chart, Paint } from './chart.ts'
import { heatColor, LIGHT_HEAT, textOn } from './heat-palette.ts'
import { COMPARISON_COLOR, markerPath, PRINTED, printedColor } from './palette.ts'

const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

const escapeText = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES.get(character) ?? character)

/** Two decimals: half the bytes, no visible difference. */
const short = (value: number): string => String(Math.round(value * 100) / 100)

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? short(value) : escapeText(value)}"`)
    .join('')

const element = (name: string, values: Readonly<Record<string, string | number>>): string =>
  `<${name}${attributes(values)}/>`

const OPACITY: Readonly<Record<Paint['tone'], number>> = { full: 1, running: 0.55, comparison: 0.5, faded: 0.5 }

/** A cell without a value is outlined. */
const cellPaint = (color: string | null, lineColor: string): Readonly<Record<string, string>> =>
  color === null ? { fill: 'none', stroke: lineColor } : { fill: color }

export interface SvgOptions {
  /** read by assistive technology instead of the shapes */
  readonly title: string
  readonly textColor?: string
  readonly lineColor?: string
}

/** A laid-out chart as a self-contained SVG string, for email and print. */
export const toSvgString = (chart: Chart, options: SvgOptions): string => {
  const { title, textColor = PRINTED.dim, lineColor = PRINTED.line } = options
  const printedPaint = ({ color, tone }: Paint): string =>
    tone === 'comparison' ? COMPARISON_COLOR : (printedColor(color) ?? textColor)
  const guides = chart.guides.map(({ x1, y1, x2, y2 }) => element('line', { x1, y1, x2, y2, stroke: lineColor }))
  const fills = chart.fills.map(({ path, paint }) =>
    element('path', { d: path, fill: printedPaint(paint), 'fill-opacity': 0.1 }),
  )
  const bars = chart.bars.map(({ x, y, width, height, paint }) =>
    element('rect', { x, y, width, height, rx: 2, fill: printedPaint(paint), 'fill-opacity': OPACITY[paint.tone] }),
  )
  const strokes = chart.strokes.map(({ path, paint, dashed }) =>
    element('path', {
      d: path,
      fill: 'none',
      stroke: printedPaint(paint),
      'stroke-width': paint.tone === 'full' || paint.tone === 'running' ? 2 : 1.25,
      ...(paint.tone === 'faded' ? { 'stroke-opacity': OPACITY.faded } : {}),
      ...(dashed ? { 'stroke-dasharray': '4 3' } : {}),
    }),
  )
  const slices = chart.slices.map(({ path, x, y, paint }) =>
    element('path', { d: path, transform: `translate(${short(x)} ${short(y)})`, fill: printedPaint(paint) }),
  )
  const cells = chart.cells.map(({ x, y, width, height, step }) =>
    element('rect', { x, y, width, height, rx: 2, ...cellPaint(heatColor(step, LIGHT_HEAT), lineColor) }),
  )
  const regions = chart.regions.map(({ path, step }) =>
    element('path', {
      d: path,
      fill: heatColor(step, LIGHT_HEAT) ?? lineColor,
      stroke: '#ffffff',
      'stroke-width': 0.75,
    }),
  )
  const dots = chart.dots.map(({ x, y, paint, shape }) =>
    element('path', {
      d: markerPath(shape),
      transform: `translate(${short(x)} ${short(y)})`,
      fill: printedPaint(paint),
    }),
  )
  const labels = chart.labels.map(({ x, y, text, anchor, role, step = 0 }) => {
    const under = role === 'onColor' ? heatColor(step, LIGHT_HEAT) : null
    const fill = under === null ? textColor : textOn(under)
    return `<text${attributes({ x, y, 'text-anchor': anchor, fill })}>${escapeText(text)}</text>`
  })
  const size = { width: chart.width, height: chart.height, viewBox: `0 0 ${short(chart.width)} ${short(chart.height)}` }
  const head = attributes({
    xmlns: 'http://www.w3.org/2000/svg',
    role: 'img',
    'font-family': 'Inter, sans-serif',
    'font-size': 12,
    ...size,
  })
  const shapes = [...guides, ...fills, ...bars, ...slices, ...cells, ...regions, ...strokes, ...dots, ...labels].join(
    '',
  )
  return `<svg${head}><title>${escapeText(title)}</title>${shapes}</svg>`
}
