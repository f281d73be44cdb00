import { useQuery } from '@tanstack/react-query'
import type { HomePeriod } from '#domain/home.ts'
import { openStream, readJsonLines } from '#web/api/json.ts'
import { type RawFetch, useRuntime } from '#web/app/runtime.tsx'
import { EMPTY_VIEW, type HomeView, isHomeLine, withLine } from './home-view.ts'

const HOME_KEY = 'home'

/** Milliseconds after which the progress of the setup is asked for again. */
const SETUP_MS = 4_000

const requestHome = async (rawFetch: RawFetch, period: HomePeriod, signal: AbortSignal) => {
  const headers = { 'content-type': 'application/json' }
  return openStream(await rawFetch('/home/data', { method: 'POST', headers, signal, body: JSON.stringify({ period }) }))
}

/**
 * Home of a period. What arrives first is shown first; a later request replaces the whole view once it is complete. A new data version
 * is a new request.
 */
export const useHomeData = (period: HomePeriod, dataVersion: number) => {
  const { rawFetch, queryClient } = useRuntime()
  const queryKey = [HOME_KEY, period, dataVersion]
  return useQuery<HomeView>({
    queryKey,
    queryFn: async ({ signal }) => {
      const isFirst = queryClient.getQueryData(queryKey) === undefined
      let view = EMPTY_VIEW
      // Lines that arrive together are shown together.
      let showing = 0
      try {
        for await (const line of readJsonLines(await requestHome(rawFetch, period, signal))) {
          if (isHomeLine(line)) view = withLine(view, line)
          clearTimeout(showing)
          if (isFirst) showing = window.setTimeout(() => queryClient.setQueryData(queryKey, view))
        }
      } finally {
        clearTimeout(showing)
      }
      return { ...view, isComplete: true }
    },
    refetchInterval: ({ state }) => (state.data?.setup ? SETUP_MS : false),
    placeholderData: (shown, query) => (query?.queryKey[1] === period ? shown : undefined),
  })
}

/** Requests Home again, such as after a change of its key numbers. */
export const useRefreshHome = (): (() => Promise<void>) => {
  const { queryClient } = useRuntime()
  return () => queryClient.invalidateQueries({ queryKey: [HOME_KEY] })
}
