import { useEffect } from 'react'
import { useFormats } from '#ui/formats-context.tsx'
import { useOldestAsOf, useTileStore } from '#web/features/dashboard/tile-store-context.tsx'

/** Each request says what is known, so that it costs little until a sync has changed the data. */
const REFRESH_MS = 60_000

/** Asks for changed data once a minute, also while nobody touches the screen. */
export const TileRefresh = () => {
  const store = useTileStore()
  useEffect(() => {
    const timer = setInterval(() => store.refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [store])
  return null
}

/** Age of the oldest data on screen. */
export const OldestData = ({ className }: { className: string | undefined }) => {
  const formats = useFormats()
  const asOf = useOldestAsOf()
  return <div className={className}>{asOf === null ? null : `Data as of ${formats.instant(asOf)}`}</div>
}
