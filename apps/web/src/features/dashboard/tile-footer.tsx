import { useFormats } from '#ui/formats-context.tsx'
import type { WidgetRange } from '#widgets/kit/widget-view.ts'
import classes from './tile.module.css'
import type { TileResult } from './tile-state.ts'

const RangeText = ({ range: { from, until, partial } }: { range: WidgetRange }) => {
  const formats = useFormats()
  const full = `${formats.range(from, until)}${partial ? ' · today so far' : ''}`
  return (
    <span className={classes.dates} title={full}>
      <span className={classes.whenWide}>{full}</span>
      <span className={classes.whenNarrow}>
        {formats.range(from, until, 'short')}
        {partial ? ' · so far' : ''}
      </span>
    </span>
  )
}

/** The dates that the numbers cover, and the age of the data. */
export const TileFooter = ({ result: { range, asOf } }: { result: TileResult }) => {
  const formats = useFormats()
  return (
    <>
      {range === null ? <span>All time</span> : <RangeText range={range} />}
      {asOf === null ? null : <span className={classes.asOf}>as of {formats.instant(asOf)}</span>}
    </>
  )
}
