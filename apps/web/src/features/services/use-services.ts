import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRuntime } from '#web/app/runtime.tsx'
import { useReloadAfterRun } from './runs/use-run.ts'
import { isWorking } from './state/service-state.ts'

/** Milliseconds between two looks while a service is working. */
const POLL_EVERY = 1000

/** Milliseconds between two looks otherwise: runs start by themselves too. */
const LOOK_EVERY = 30_000

/** The account's services, followed once a second while one of them is working. */
export const useServices = () => {
  const { queries } = useRuntime()
  const list = useQuery(
    queries.services.list.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some(isWorking) ? POLL_EVERY : LOOK_EVERY),
    }),
  )
  useReloadWhenDone(list.data?.some(isWorking) ?? false)
  return list
}

/** One service, followed in the same way. */
export const useService = (id: string) => {
  const { queries } = useRuntime()
  const query = useQuery(
    queries.services.get.queryOptions({
      input: { id },
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? POLL_EVERY : LOOK_EVERY),
    }),
  )
  useReloadWhenDone(query.data !== undefined && isWorking(query.data))
  return query
}

const useReloadWhenDone = (working: boolean): void => {
  const reload = useReloadAfterRun()
  const wasWorking = useRef(working)
  useEffect(() => {
    if (wasWorking.current && !working) reload()
    wasWorking.current = working
  }, [working, reload])
}
