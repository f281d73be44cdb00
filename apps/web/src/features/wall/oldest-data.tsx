import { useFormats } from '#ui/formats-context.tsx'
import { useOldestAsOf } from '#web/features/dashboard/tile-store-context.tsx'

/** Age of the oldest data on screen. */
export const OldestData = ({ className }: { className: string | undefined }) => {
  const formats = useFormats()
  const asOf = useOldestAsOf()
  return <div className={className}>{asOf === null ? null : `Data as of ${formats.instant(asOf)}`}</div>
}
