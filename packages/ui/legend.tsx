import { useState } from 'react'
import { colorVariable } from '#charts/palette.ts'
import { textWidth } from '#charts/text-measure.ts'
import classes from './legend.module.css'

export interface LegendEntry {
  readonly name: string
  readonly color: number
  readonly isComparison?: boolean
}

/** Pixels that a finger can hit. */
const LINE_HEIGHT = 24
const GAP = 2
/** Pixels of a color swatch and the spaces around its name. */
const ENTRY_SPACE = 25

/** Pixels of the legend including the gap below; at most two lines. */
export const legendHeight = (entries: readonly LegendEntry[], width: number): number => {
  const wide = entries.reduce((sum, { name }) => sum + textWidth(name) + ENTRY_SPACE, 0)
  return LINE_HEIGHT * (wide > width ? 2 : 1) + GAP
}

/** The color of a series in a legend. Bars of a comparison are paler than its line. */
export const keyColor = (color: number, isComparison: boolean, hasBars: boolean): string => {
  if (!isComparison) return colorVariable(color)
  return hasBars ? 'color-mix(in srgb, var(--chart-before) 50%, var(--mantine-color-body))' : 'var(--chart-before)'
}

interface LegendProps {
  readonly entries: readonly LegendEntry[]
  /** its series are bars */
  readonly hasBars: boolean
  readonly width: number
  /** names of the series that are not drawn */
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (name: string) => void
}

/** Names of the series next to their colors; each can be shown or hidden. */
export const Legend = ({ entries, hasBars, width, hidden, onToggle }: LegendProps) => (
  <ul className={classes.legend} style={{ height: legendHeight(entries, width) - GAP, marginBottom: GAP }}>
    {entries.map(({ name, color, isComparison = false }) => (
      <li key={name}>
        <button
          type="button"
          className={classes.entry}
          aria-pressed={!hidden.has(name)}
          aria-description="Show or hide this series"
          onClick={() => onToggle(name)}
        >
          <span className={classes.key} style={{ background: keyColor(color, isComparison, hasBars) }} />
          {name}
        </button>
      </li>
    ))}
  </ul>
)

const NONE: ReadonlySet<string> = new Set()

/** Names of the series that a legend has hidden. Hiding the last one shows all again. */
export const toggled = (hidden: ReadonlySet<string>, name: string, all: readonly string[]): ReadonlySet<string> => {
  const next = new Set(hidden)
  if (!next.delete(name)) next.add(name)
  return all.every((one) => next.has(one)) ? NONE : next
}

/** The series that a legend has hidden, and a function that hides or shows one. `all`: names of every series. */
export const useHiddenSeries = (all: readonly string[]) => {
  const [hidden, setHidden] = useState(NONE)
  return { hidden, toggle: (name: string) => setHidden(toggled(hidden, name, all)) }
}
