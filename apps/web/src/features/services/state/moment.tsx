import { Tooltip } from '@mantine/core'
import { useAccount } from '#web/app/account-data.ts'
import { relativeTime } from '#web/app/notifications/relative-time.ts'
import { dateTimeText } from '../date-time-text.ts'
import { aheadText } from './moment-text.ts'
import { useNow } from './use-now.ts'

interface MomentProps {
  /** ISO 8601 */
  readonly instant: string
  readonly isAhead?: boolean
}

/** How long ago or ahead a moment is; exactly, when it is pointed at. */
export const Moment = ({ instant, isAhead = false }: MomentProps) => {
  const now = useNow()
  const account = useAccount()
  // An answer may be newer than the clock that was last looked at.
  const text = isAhead ? aheadText(instant, now) : relativeTime(instant, Math.max(now, Date.parse(instant)))
  return (
    <Tooltip label={dateTimeText(instant, account?.timeZone)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={instant}>{text}</time>
    </Tooltip>
  )
}
