import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useAccount, useCulture } from '../account-data.ts'
import { formatShownTime } from '../format.ts'
import { useRuntime } from '../runtime.tsx'
import classes from './offline-banner.module.css'

/** Says that the server cannot be reached and how old what is shown is; gone once it answers again. */
export const OfflineBanner = () => {
  const { connection } = useRuntime()
  const state = useSyncExternalStore(connection.subscribe, connection.state)
  const timeZone = useAccount()?.timeZone
  const culture = useCulture()
  if (state.isReachable) return null
  const problem = navigator.onLine ? 'Can’t reach Cuvee.' : 'You’re offline.'
  const shown =
    state.shownFrom === null
      ? 'Changes can’t be saved until you’re connected again.'
      : `Showing the last numbers, as of ${formatShownTime(state.shownFrom, Date.now(), { timeZone, culture })}.`
  return (
    <div className={classes.banner} role="status" data-pushes-toasts>
      <IconCloudOff size={18} stroke={1.5} aria-hidden />
      <span className={classes.text}>
        {problem} {shown} Trying again automatically.
      </span>
      <Button size="xs" variant="default" className={classes.button} onClick={connection.retryNow}>
        Try now
      </Button>
    </div>
  )
}
