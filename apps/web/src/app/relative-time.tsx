import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAccount } from './account-data.ts'
import { formatDateTime, formatRelativeTime, formatTimeUntil } from './format.ts'

/** Milliseconds between updates of relative times. */
const EVERY = 20_000

/** The current time in epoch milliseconds, updated while mounted. */
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

/** A relative time with the exact time as a tooltip. */
export const RelativeTime = ({ instant, isFuture: isAhead = false }: RelativeTimeProps) => {
  const now = useNow()
  const account = useAccount()
  // A response may be newer than the last clock tick.
  const text = isAhead ? formatTimeUntil(instant, now) : formatRelativeTime(instant, Math.max(now, Date.parse(instant)))
  return (
    <Tooltip label={formatDateTime(instant, account?.timeZone)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={instant}>{text}</time>
    </Tooltip>
  )
}
