import { useEffect } from 'react'
import { type Runtime, useRuntime } from '../runtime.tsx'

const loadCurrentUser = async ({ api, session }: Runtime): Promise<void> => {
  const stored = session.current()?.user
  if (!stored) throw new Error('User is not authenticated')
  session.replaceUser(await api.users.get({ id: stored.id }))
}

/**
 * The calls that fill the frame, sent in this order without waiting for one another: current user, notifications,
 * account settings, account status.
 */
const loadFrameData = async (runtime: Runtime): Promise<void> => {
  const { queries, queryClient, session } = runtime
  await ensureFreshToken(session)
  await Promise.all([
    loadCurrentUser(runtime),
    queryClient.fetchQuery(queries.notifications.list.queryOptions()),
    queryClient.fetchQuery(queries.account.get.queryOptions()),
    queryClient.fetchQuery(queries.account.status.queryOptions()),
  ])
}

const ensureFreshToken = async (session: Runtime['session']): Promise<void> => {
  try {
    await session.ensureFresh()
  } catch (error) {
    console.error('The session could not be refreshed', error)
    throw error
  }
}

/** Loads what the frame needs when it appears, under the app's loading flag. */
export const useStartUp = (): void => {
  const runtime = useRuntime()
  useEffect(() => {
    runtime.loading.during(loadFrameData(runtime)).catch((error: unknown) => {
      console.error('The page could not be loaded whole', error)
    })
  }, [runtime])
}
