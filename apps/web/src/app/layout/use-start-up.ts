import { CancelledError } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Runtime, useRuntime } from '../runtime.tsx'

const ensureFreshToken = async ({ session }: Runtime): Promise<void> => {
  try {
    await session.ensureFresh()
  } catch (error) {
    console.error('The session could not be refreshed', error)
    throw error
  }
}

const loadCurrentUser = async ({ api, session }: Runtime): Promise<void> => {
  const stored = session.current()?.user
  if (!stored) throw new Error('User is not authenticated')
  const user = await api.users.get({ id: stored.id })
  // A theme chosen while the answer was on its way is newer than the answer.
  const { theme } = session.current()?.user ?? stored
  session.replaceUser(theme === stored.theme ? user : { ...user, theme })
}

/** Sent in this order, without waiting for one another: current user, notifications, account settings, account status. */
const sendFrameCalls = (runtime: Runtime): Promise<unknown> => {
  const { queries, queryClient } = runtime
  return Promise.all([
    loadCurrentUser(runtime),
    queryClient.fetchQuery(queries.notifications.list.queryOptions()),
    queryClient.fetchQuery(queries.account.get.queryOptions()),
    queryClient.fetchQuery(queries.account.status.queryOptions()),
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
 * Loads what the frame needs when it appears, under the app's loading flag. True once the token is fresh and the calls
 * are sent: what is drawn from then on asks after them.
 */
export const useStartUp = (): boolean => {
  const runtime = useRuntime()
  const [sent, setSent] = useState(false)
  useEffect(() => {
    const load = loadFrame(runtime, () => setSent(true))
    runtime.loading.during(load).catch((error: unknown) => {
      // Whoever signs out meanwhile takes the questions back.
      if (error instanceof CancelledError) return
      console.error('The page could not be loaded whole', error)
    })
  }, [runtime])
  return sent
}
