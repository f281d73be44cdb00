import { type CSSProperties, memo } from 'react'
import type { Chart, Paint } from '#charts/chart.ts'
import { colorPlace } from '#charts/palette.ts'
import classes from './chart-picture.module.css'

declare module 'react' {
  interface CSSProperties {
    '--bar-color'?: string
  }
}

const colorOf = ({ color }: Paint): string => `var(--chart-${colorPlace(color) + 1})`

const barColor = (paint: Paint): CSSProperties => ({ '--bar-color': colorOf(paint) })

const DASH = '4 3'

export interface ChartPictureProps {
  readonly chart: Chart
  /** category under the pointer; the others step back */
  readonly active: number | null
}

/** The shapes of a chart as SVG. It says nothing to assistive tech: whoever places it does. */
export const ChartPicture = memo(({ chart, active }: ChartPictureProps) => (
  <svg width={chart.width} height={chart.height} className={classes.picture} aria-hidden="true" focusable="false">
    {chart.guides.map(({ role, ...line }) => (
      <line key={line.y1} {...line} className={role === 'zero' ? classes.zero : classes.grid} />
    ))}
    {chart.fills.map(({ path, paint }) => (
      <path key={path} d={path} className={classes.fill} style={{ fill: colorOf(paint) }} />
    ))}
    {chart.bars.map(({ paint, category, series, x, y, width, height }) => (
      <rect
        key={`${category}.${series}`}
        {...{ x, y, width, height }}
        rx={Math.min(2, width / 4)}
        className={classes.bar}
        data-tone={paint.tone}
        data-quiet={active !== null && active !== category}
        style={barColor(paint)}
      />
    ))}
    {chart.strokes.map(({ path, paint, dashed }) => (
      <path
        key={path}
        d={path}
        className={classes.line}
        data-tone={paint.tone}
        strokeDasharray={dashed ? DASH : undefined}
        style={{ stroke: colorOf(paint) }}
      />
    ))}
    {chart.dots.map(({ x, y, paint, category, series }) => (
      <circle key={`${category}.${series}`} cx={x} cy={y} r={3} style={{ fill: colorOf(paint) }} />
    ))}
    {chart.labels.map(({ x, y, text, anchor, role }) => (
      <text key={`${role}.${x}.${y}`} x={x} y={y} textAnchor={anchor} className={classes[role]}>
        {text}
      </text>
    ))}
  </svg>
))
