import { Portal } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import { type Area, type Box, type Chart, categoryAt, seriesAt } from '#charts/chart.ts'
import { colorVariable } from '#charts/palette.ts'
import classes from './chart-figure.module.css'
import { type NotedChart, NoteMarks, useNoteMarks } from './chart-notes.tsx'
import { ChartPicture } from './chart-picture.tsx'
import { type MarkAnchor, type MarkAt, useMarkAction } from './mark-action.tsx'

/** Pixels between a tooltip and what it explains, and the edge of the window. */
const EDGE = 8

interface TooltipPosition {
  readonly left: number
  readonly top: number
}

const within = (value: number, size: number, end: number): number => Math.max(EDGE, Math.min(value, end - size - EDGE))

/**
 * A place for a tooltip that does not cover the area it explains: above it, else below, else to its right or left. `area` and the result are
 * in pixels of the window.
 */
export const placeTooltip = (area: Area, size: Box, window: Box): TooltipPosition => {
  const centered = within(area.x + area.width / 2 - size.width / 2, size.width, window.width)
  const above = area.y - size.height - EDGE
  if (above >= EDGE) return { left: centered, top: above }
  const below = area.y + area.height + EDGE
  if (below + size.height + EDGE <= window.height) return { left: centered, top: below }
  const top = within(area.y + area.height / 2 - size.height / 2, size.height, window.height)
  const right = area.x + area.width + EDGE
  if (right + size.width + EDGE <= window.width) return { left: right, top }
  return { left: Math.max(EDGE, area.x - size.width - EDGE), top }
}

interface TooltipLine {
  readonly name: string
  readonly text: string
  readonly color: number
  readonly isComparison?: boolean
}

export interface TooltipContent {
  readonly title: string
  readonly lines: readonly TooltipLine[]
  /** what happened on its days */
  readonly notes?: readonly string[]
}

export interface ChartFigureProps extends NotedChart {
  readonly chart: Chart
  /** accessible description of the chart, one sentence */
  readonly summary: string
  readonly tooltip: (category: number) => TooltipContent
  /** what can be clicked; absent: nothing */
  readonly markAt?: MarkAt | undefined
}

/** Number of categories that a key moves by; up and down move by a row if categories form rows. */
const keyboardStep = (key: string, stride: number): number | undefined =>
  ({ ArrowRight: 1, ArrowDown: stride, ArrowLeft: -1, ArrowUp: -stride })[key]

const nextCategory = (key: string, active: number | null, { bands, stride = 1 }: Chart): number | null => {
  const count = bands.length
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = keyboardStep(key, stride)
  if (step === undefined) return null
  if (active === null) return step > 0 ? 0 : count - 1
  return Math.min(count - 1, Math.max(0, active + step))
}

/** Pixels from the top left of the chart. */
const pointIn = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): [x: number, y: number] => {
  const { left, top } = currentTarget.getBoundingClientRect()
  return [clientX - left, clientY - top]
}

const spoken = ({ title, lines, notes = [] }: TooltipContent): string =>
  [
    title,
    ...lines.map(({ name, text }) => (name === '' ? text : `${name} ${text}`)),
    ...notes.map((note) => `Note: ${note}`),
  ].join(', ')

/**
 * A chart readable by pointer and keyboard: a slider over its categories, with the tooltip's content as value text.
 */
export const ChartFigure = ({ chart, summary, tooltip: ownTooltip, markAt, spans }: ChartFigureProps) => {
  const ref = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const shown = active !== null && active < chart.bands.length ? active : null
  const marks = useNoteMarks(chart, { markAt, spans })
  // The picture is drawn again only when this changes.
  const under = useMemo(() => (marks.length === 0 ? null : <NoteMarks {...{ marks, chart }} />), [marks, chart])
  const tooltip = (category: number): TooltipContent => {
    const notes = marks.find((mark) => mark.category === category)?.titles
    return { ...ownTooltip(category), ...(notes === undefined ? {} : { notes }) }
  }
  const content = shown === null ? null : tooltip(shown)
  const count = chart.bands.length
  const action = useMarkAction()
  const isClickable = action !== null && markAt !== undefined
  if (count === 0) return null

  const handlePointer = (event: PointerEvent<HTMLDivElement>): void => {
    // A pressed mouse is dragging, not reading.
    if (event.pointerType === 'mouse' && event.buttons !== 0) return
    setActive(categoryAt(chart, ...pointIn(event)))
  }
  const openMark = (category: number | null, series: number | null, at: Pick<MarkAnchor, 'x' | 'y'>): void => {
    const mark = category === null ? null : (markAt?.(category, series) ?? null)
    if (mark === null || category === null || action === null) return
    const [only, ...more] = ownTooltip(category).lines.filter(({ isComparison }) => isComparison !== true)
    setActive(null)
    const amount = more.length === 0 ? only?.text : undefined
    action({ ...mark, amount }, { ...at, restoreFocus: () => ref.current?.focus() })
  }
  const handleClick = (event: MouseEvent<HTMLDivElement>): void => {
    const point = pointIn(event)
    openMark(categoryAt(chart, ...point), seriesAt(chart, ...point), { x: event.clientX, y: event.clientY })
  }
  const openByKey = (): void => {
    const category = shown ?? 0
    const band = chart.bands[category]
    const bounds = ref.current?.getBoundingClientRect()
    if (band === undefined || bounds === undefined) return
    openMark(category, null, { x: bounds.left + band.x + band.width / 2, y: bounds.top + band.y + band.height / 2 })
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (isClickable && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      openByKey()
      return
    }
    const next = event.key === 'Escape' ? null : nextCategory(event.key, active, chart)
    if (next === null && event.key !== 'Escape') return
    event.preventDefault()
    setActive(next)
  }

  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={summary}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={(shown ?? 0) + 1}
      aria-valuetext={spoken(content ?? tooltip(0))}
      className={classes.figure}
      data-clickable={isClickable}
      aria-haspopup={isClickable ? 'menu' : undefined}
      onClick={isClickable ? handleClick : undefined}
      onPointerMove={handlePointer}
      onPointerLeave={() => setActive(null)}
      onBlur={() => setActive(null)}
      onKeyDown={handleKey}
    >
      <ChartPicture chart={chart} active={shown} under={under} />
      {content === null || shown === null ? null : (
        <ChartTooltip anchor={ref.current} chart={chart} category={shown} content={content} />
      )}
    </div>
  )
}

interface ChartTooltipProps {
  readonly anchor: HTMLElement | null
  readonly chart: Chart
  readonly category: number
  readonly content: TooltipContent
}

/** Pixels: width of a tooltip, and the height of its title with its padding, and of a line. */
const TOOLTIP_WIDTH = 220
const TITLE_HEIGHT = 36
const LINE_HEIGHT = 20

const ChartTooltip = ({ anchor, chart, category, content }: ChartTooltipProps) => {
  const id = useId()
  const band = chart.bands[category]
  if (anchor === null || band === undefined) return null
  const bounds = anchor.getBoundingClientRect()
  const position = placeTooltip(
    { ...band, x: bounds.left + band.x, y: bounds.top + band.y },
    {
      width: TOOLTIP_WIDTH,
      height: TITLE_HEIGHT + (content.lines.length + (content.notes?.length ?? 0)) * LINE_HEIGHT,
    },
    { width: window.innerWidth, height: window.innerHeight },
  )
  return (
    <Portal>
      <div className={classes.tooltip} style={{ ...position, width: TOOLTIP_WIDTH }} aria-hidden>
        <div className={classes.title}>{content.title}</div>
        {content.lines.map(({ name, text, color, isComparison }) => (
          <div key={`${id}${name}`} className={classes.row}>
            <span
              className={classes.key}
              style={{ background: isComparison ? 'var(--chart-before)' : colorVariable(color) }}
            />
            <span className={classes.name}>{name}</span>
            <span className={classes.amount}>{text}</span>
          </div>
        ))}
        {content.notes?.map((note) => (
          <div key={`${id}note${note}`} className={classes.note}>
            {note}
          </div>
        ))}
      </div>
    </Portal>
  )
}
