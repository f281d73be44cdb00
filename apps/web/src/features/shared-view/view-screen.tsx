import { routes } from 'virtual:contract-routes'
import { Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { SharedDashboard } from '#contract/view-links.ts'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import { createApi } from '#web/api/client.ts'
import { openStream } from '#web/api/json.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import type { SendTiles } from '#web/features/dashboard/tile-store.ts'
import { SharedDashboardView } from './shared-dashboard-view.tsx'
import classes from './view.module.css'

/** What a view link answers. */
interface ViewClient {
  readonly open: (token: string) => Promise<SharedDashboard>
  readonly send: (token: string) => SendTiles
}

// Neither a session of this browser nor its cookies go along: the token alone says what is shown.
const PRIVATE: RequestInit = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' }

const createViewClient = (apiBase: string): ViewClient => {
  const api = createApi(routes, {
    base: apiBase,
    fetch: (request, init) => window.fetch(request, { ...init, ...PRIVATE }),
  })
  return {
    open: (token) => api.sharedView.open({ token }),
    send:
      (token) =>
      async ({ known = {} }, signal) => {
        const response = await window.fetch(`${apiBase}/view/data`, {
          ...PRIVATE,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token, known }),
          signal,
        })
        return openStream(response)
      },
  }
}

const NOT_FOUND = 404
/** How often a page asks whether its link is still valid, and for a changed layout. */
const RECHECK_MS = 5 * 60_000

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** The token in the fragment of the address, which is sent to no server by itself. */
const useToken = (): string => useSyncExternalStore(subscribe, () => window.location.hash.slice(1))

/** One dashboard for people who are not signed in. */
export const ViewScreen = () => {
  const { apiBase } = useRuntime()
  const token = useToken()
  const client = useMemo(() => createViewClient(apiBase), [apiBase])
  const { data, error, refetch } = useQuery({
    queryKey: ['view link', token],
    queryFn: () => client.open(token),
    // An ended link stays ended, and asking again counts as a guess.
    refetchInterval: ({ state }) => (errorStatus(state.error) === NOT_FOUND ? false : RECHECK_MS),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
  })
  const send = useMemo(() => client.send(token), [client, token])
  if (errorStatus(error) === NOT_FOUND) return <EndedLink message={firstMessage(error)} />
  if (data) return <SharedDashboardView key={token} dashboard={data} send={send} onFailure={() => void refetch()} />
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <div className={classes.middle}>
      <Loader aria-label="Loading" />
    </div>
  )
}

const EndedLink = ({ message }: { message: string }) => (
  <Stack className={classes.middle} gap="sm">
    <Title order={1}>This dashboard isn’t available</Title>
    <Text c="dimmed">{message}</Text>
  </Stack>
)
