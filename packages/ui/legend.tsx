import { colorPlace } from '#charts/palette.ts'
import classes from './legend.module.css'

export interface LegendEntry {
  readonly name: string
  readonly color: number
  readonly isComparison?: boolean
}

/** Names of the series beside their colours. */
export const Legend = ({ entries }: { entries: readonly LegendEntry[] }) => (
  <ul className={classes.legend}>
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
