import { CancelledError } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { loadCurrentUser } from '../load-current-user.ts'
import { type Runtime, useRuntime } from '../runtime.tsx'

const ensureFreshToken = async ({ session }: Runtime): Promise<void> => {
  try {
    await session.ensureFresh()
  } catch (error) {
    console.error('The session could not be refreshed', error)
    throw error
  }
}

/**
 * Sends these in the specified order: current user, notifications, account settings, account status. None waits for another: four round
 * trips take more than a second on a phone.
 */
const sendFrameCalls = (runtime: Runtime): Promise<unknown> => {
  const { queries, queryClient } = runtime
  const anew = { staleTime: 0 }
  return Promise.all([
    loadCurrentUser(runtime),
    queryClient.fetchQuery(queries.notifications.list.queryOptions(anew)),
    queryClient.fetchQuery(queries.account.get.queryOptions(anew)),
    queryClient.fetchQuery(queries.account.status.queryOptions(anew)),
  ])
}

const loadFrame = async (runtime: Runtime, onSent: () => void): Promise<void> => {
  try {
    await ensureFreshToken(runtime)
    const answers = sendFrameCalls(runtime)
    onSent()
    await answers
  } finally {
    onSent()
  }
}

/**
 * Loads the layout's data under the app's loading flag. True once the token is fresh and the requests are sent, so that
 * requests of rendered components come after them.
 */
export const useStartup = (): boolean => {
  const runtime = useRuntime()
  const [isReady, setSent] = useState(false)
  useEffect(() => {
    const load = loadFrame(runtime, () => setSent(true))
    runtime.loading.track(load).catch((error: unknown) => {
      // Signing out cancels the queries.
      if (error instanceof CancelledError) return
      console.error('Some data of the page could not be loaded', error)
    })
  }, [runtime])
  return isReady
}

/** Removes what index.html paints until the app is there; every layout does so with its first paint. */
export const useBootPageRemoval = (): void => useLayoutEffect(() => document.getElementById('boot')?.remove(), [])
