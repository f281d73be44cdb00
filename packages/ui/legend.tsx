import { colorPlace } from '#charts/palette.ts'
import { textWidth } from '#charts/text-measure.ts'
import classes from './legend.module.css'

export interface LegendEntry {
  readonly name: string
  readonly color: number
  readonly isComparison?: boolean
}

const LINE_HEIGHT = 18
const GAP = 4
/** Pixels of a color swatch and the spaces around its name. */
const ENTRY_SPACE = 25

/** Pixels of the legend including the gap below; at most two lines. */
export const legendHeight = (entries: readonly LegendEntry[], width: number): number => {
  const wide = entries.reduce((sum, { name }) => sum + textWidth(name) + ENTRY_SPACE, 0)
  return LINE_HEIGHT * (wide > width ? 2 : 1) + GAP
}

/** Names of the series next to their colors. */
export const Legend = ({ entries, width }: { entries: readonly LegendEntry[]; width: number }) => (
  <ul className={classes.legend} style={{ height: legendHeight(entries, width) - GAP, marginBottom: GAP }}>
    {entries.map(({ name, color, isComparison }) => (
      <li key={name} className={classes.entry}>
        <span
          className={classes.key}
          data-comparison={isComparison ?? false}
          style={{ background: `var(--chart-${colorPlace(color) + 1})` }}
        />
        {name}
      </li>
    ))}
  </ul>
)
