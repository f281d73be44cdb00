import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAccount } from './account-data.ts'
import { formatDateTime, formatRelativeTime, formatTimeUntil } from './format.ts'

/** Milliseconds after which "3 minutes ago" is written anew. */
const EVERY = 20_000

/** The present as epoch milliseconds, moving on while it is shown. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY)
    return () => clearInterval(timer)
  }, [])
  return now
}

interface RelativeTimeProps {
  /** ISO 8601 */
  readonly instant: string
  readonly isFuture?: boolean
}

/** How long ago or ahead a moment is; exactly, when it is pointed at. */
export const RelativeTime = ({ instant, isFuture: isAhead = false }: RelativeTimeProps) => {
  const now = useNow()
  const account = useAccount()
  // An answer may be newer than the clock that was last looked at.
  const text = isAhead ? formatTimeUntil(instant, now) : formatRelativeTime(instant, Math.max(now, Date.parse(instant)))
  return (
    <Tooltip label={formatDateTime(instant, account?.timeZone)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={instant}>{text}</time>
    </Tooltip>
  )
}
