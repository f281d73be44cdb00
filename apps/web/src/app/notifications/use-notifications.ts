import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '../runtime.tsx'

/** Milliseconds between two looks for new ones; a page that nobody sees does not look. */
const LOOK_EVERY = 60_000

/** The user's notifications, newest first; new ones arrive by themselves. */
export const useNotifications = () => {
  const { queries } = useRuntime()
  return useQuery(
    queries.notifications.list.queryOptions({ refetchInterval: LOOK_EVERY, refetchOnWindowFocus: 'always' }),
  )
}
