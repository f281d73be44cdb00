import { formatCount } from '#web/app/format.ts'
import classes from './runs.module.css'

/** Counts in a line, each with its name. */
export const CountList = ({ counts }: { counts: readonly (readonly [label: string, rows: number])[] }) =>
  counts.length === 0 ? null : (
    <dl className={classes.counts}>
      {counts.map(([label, rows]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCount(rows)}</dd>
        </div>
      ))}
    </dl>
  )
