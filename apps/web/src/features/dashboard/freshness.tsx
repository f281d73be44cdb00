import { useFormats } from '#ui/formats-context.tsx'
import classes from './dashboard-screen.module.css'
import { useOldestAsOf } from './tile-store-context.tsx'

/** How old the oldest data on screen is. */
export const Freshness = () => {
  const formats = useFormats()
  const asOf = useOldestAsOf()
  return <div className={classes.freshness}>{asOf === null ? null : `Data as of ${formats.instant(asOf)}`}</div>
}
