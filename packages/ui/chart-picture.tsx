import { type CSSProperties, memo, type ReactNode } from 'react'
import type { Chart, Label, Paint } from '#charts/chart.ts'
import { colorVariable, markerPath } from '#charts/palette.ts'
import classes from './chart-picture.module.css'
import './heat-colors.css'

declare module 'react' {
  interface CSSProperties {
    '--bar-color'?: string
  }
}

const paintColor = ({ color, tone }: Paint): string =>
  tone === 'comparison' ? 'var(--chart-before)' : colorVariable(color)

const barColor = (paint: Paint): CSSProperties => ({ '--bar-color': paintColor(paint) })

const heatName = (step: number): string => `${step < 0 ? 'heat-below' : 'heat-above'}-${Math.abs(step)}`

const labelStyle = ({ role, paint, step }: LabelStyle): CSSProperties | undefined => {
  // mixed with the text's color, because light colors cannot be read
  if (paint !== undefined) return { fill: `color-mix(in srgb, ${paintColor(paint)} 55%, var(--mantine-color-text))` }
  return role === 'onColor' && step !== 0 ? { fill: `var(--on-${heatName(step)})` } : undefined
}

interface LabelStyle {
  readonly role: Label['role']
  readonly paint: Paint | undefined
  readonly step: number
}

const DASH = '4 3'

export interface ChartPictureProps {
  readonly chart: Chart
  /** category under the pointer; the others are dimmed */
  readonly active: number | null
  /** drawn below its bars and lines */
  readonly under?: ReactNode
}

/** The shapes of a chart as SVG, hidden from assistive technology; the parent describes it. */
export const ChartPicture = memo(({ chart, active, under = null }: ChartPictureProps) => (
  <svg width={chart.width} height={chart.height} className={classes.picture} aria-hidden="true" focusable="false">
    {chart.guides.map(({ role, ...line }) => (
      <line key={`${line.x1}.${line.y1}`} {...line} className={role === 'zero' ? classes.zero : classes.grid} />
    ))}
    {under}
    {chart.fills.map(({ path, paint }) => (
      <path key={path} d={path} className={classes.fill} style={{ fill: paintColor(paint) }} />
    ))}
    {chart.bars.map(({ paint, category, series, x, y, width, height }) => (
      <rect
        key={`${category}.${series}.${x}`}
        {...{ x, y, width, height }}
        rx={Math.min(2, width / 4)}
        className={classes.bar}
        data-tone={paint.tone}
        data-quiet={active !== null && active !== category}
        style={barColor(paint)}
      />
    ))}
    {chart.slices.map(({ path, x, y, paint, category }) => (
      <path
        key={category}
        d={path}
        transform={`translate(${x} ${y})`}
        className={classes.bar}
        data-quiet={active !== null && active !== category}
        style={barColor(paint)}
      />
    ))}
    {chart.cells.map(({ x, y, width, height, step, category }) => (
      <rect
        key={category}
        {...{ x, y, width, height }}
        rx={2}
        className={classes.cell}
        data-active={active === category}
        style={step === 0 ? undefined : { fill: `var(--${heatName(step)})` }}
      />
    ))}
    {chart.regions.map(({ path, step, category }) => (
      <path
        key={path}
        d={path}
        className={classes.region}
        data-active={category !== null && active === category}
        style={step === 0 ? undefined : { fill: `var(--${heatName(step)})` }}
      />
    ))}
    {chart.strokes.map(({ path, paint, dashed }) => (
      <path
        key={path}
        d={path}
        className={classes.line}
        data-tone={paint.tone}
        strokeDasharray={dashed ? DASH : undefined}
        style={{ stroke: paintColor(paint) }}
      />
    ))}
    {chart.dots.map(({ x, y, paint, category, series, shape }) => (
      <path
        key={`${category}.${series}`}
        d={markerPath(shape)}
        transform={`translate(${x} ${y})`}
        className={classes.mark}
        data-active={active === category}
        style={{ fill: paintColor(paint) }}
      />
    ))}
    {chart.labels.map(({ x, y, text, anchor, role, paint, step = 0 }) => (
      <text
        key={`${role}.${x}.${y}`}
        x={x}
        y={y}
        textAnchor={anchor}
        className={classes[role]}
        style={labelStyle({ role, paint, step })}
      >
        {text}
      </text>
    ))}
  </svg>
))
