import { memo, type ReactNode, useLayoutEffect, useState } from 'react'
import { markerPath } from '#charts/palette.ts'
import { chartHeight, drawReport } from '#charts/report/draw-report.ts'
import type { ReportChartInput } from '#charts/report/report-data.ts'
import type { DrawnLegendEntry } from '#charts/report/report-drawing.ts'
import { ChartFigure } from './chart-figure.tsx'
import { useFormats } from './formats-context.tsx'
import { keyColor, toggled } from './legend.tsx'
import classes from './report-chart.module.css'
import { useBox } from './tile-frame.tsx'
import { useDrawMap } from './use-draw-map.ts'

export interface ReportChartProps extends Omit<ReportChartInput, 'formats'> {
  readonly today: string
  /** pixels of the plot; long names or many rows may take more */
  readonly height: number
  /** `height` is that of everything, as in a tile: the plot gets what the title and the legend leave */
  readonly isWhole?: boolean
  /** the measure and what it is shown by, above the chart; default: yes */
  readonly hasTitle?: boolean
}

const MIN_PLOT = 80
/** Pixels between the legend and the plot. */
const GAP = 8

/**
 * The chart of a report, full width. Only the given rows are drawn, so pass all of them, not one page. Renders nothing if
 * there is nothing to draw.
 */
export const ReportChart = ({ height, ...input }: ReportChartProps) => {
  const [ref, box] = useBox<HTMLDivElement>()
  const width = box?.width ?? 0
  return (
    <div ref={ref} className={classes.plot}>
      {width > 0 ? <DrawnReport {...input} width={width} height={height} /> : <div style={{ height }} />}
    </div>
  )
}

/** Drawn again for other props only. */
const DrawnReport = memo((props: ReportChartProps & { readonly width: number }) => {
  const { hasTitle = true, width, isWhole = false, height: given, ...input } = props
  const formats = useFormats()
  const [headHeight, setHeadHeight] = useState(0)
  const taken = headHeight === 0 ? 0 : headHeight + GAP
  const height = isWhole ? Math.max(MIN_PLOT, given - taken) : chartHeight(input.chart, width, given)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(NONE)
  const drawMap = useDrawMap(input.chart.kind === 'map')
  const drawing = drawReport({ ...input, formats, hidden }, { width, height }, drawMap ?? null)
  if (drawMap === undefined) return <div style={{ height }} />
  if (drawing === null) return null
  const names = drawing.legend.filter(({ isOfAll }) => isOfAll !== true).map(({ name }) => name)
  return (
    <div className={classes.chart}>
      <Head onHeight={setHeadHeight}>
        {hasTitle ? <p className={classes.title}>{drawing.title}</p> : null}
        {drawing.legend.length > 0 ? (
          <ReportLegend
            entries={drawing.legend}
            hasBars={drawing.chart.bars.length > 0}
            hidden={hidden}
            onToggle={(name) => setHidden(toggled(hidden, name, names))}
          />
        ) : null}
      </Head>
      <ChartFigure chart={drawing.chart} summary={drawing.summary} tooltip={drawing.tooltip} markAt={drawing.markAt} />
      {drawing.notes.map((note) => (
        <p key={note} className={classes.notes}>
          {note}
        </p>
      ))}
    </div>
  )
})

interface HeadProps {
  /** pixels */
  readonly onHeight: (height: number) => void
  readonly children: ReactNode
}

/** What stands above the plot, and tells how high it is. */
const Head = ({ onHeight, children }: HeadProps) => {
  const [ref, box] = useBox<HTMLDivElement>()
  const height = box?.height ?? 0
  useLayoutEffect(() => onHeight(height), [onHeight, height])
  return (
    <div ref={ref} className={classes.head}>
      {children}
    </div>
  )
}

const NONE: ReadonlySet<string> = new Set()

interface ReportLegendProps {
  readonly entries: readonly DrawnLegendEntry[]
  readonly hasBars: boolean
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (name: string) => void
}

const ReportLegend = ({ entries, hasBars, hidden, onToggle }: ReportLegendProps) => (
  <ul className={classes.legend}>
    {entries.map(({ name, color, isComparison, shape, isOfAll = false }) => (
      <li key={`${name}.${isComparison}`}>
        <button
          type="button"
          className={classes.entry}
          aria-pressed={!hidden.has(name)}
          aria-description="Show or hide this series"
          onClick={() => onToggle(name)}
        >
          <svg width={10} height={10} viewBox="-5 -5 10 10" className={classes.key} aria-hidden>
            {shape === null ? (
              <rect
                x={isOfAll ? -2 : -5}
                y={-5}
                width={isOfAll ? 4 : 10}
                height={10}
                rx={isOfAll ? 1 : 2}
                style={{ fill: keyColor(color, isComparison, hasBars && !isOfAll), opacity: isOfAll ? 0.6 : 1 }}
              />
            ) : (
              <path d={markerPath(shape)} style={{ fill: keyColor(color, isComparison, hasBars) }} />
            )}
          </svg>
          <span className={classes.name} title={name}>
            {name}
          </span>
        </button>
      </li>
    ))}
  </ul>
)
