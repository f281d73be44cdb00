import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Service, ServiceType } from '#contract/services.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { useReloadAfterRun } from './runs/use-run.ts'
import { isWorking } from './state/service-state.ts'

/** Milliseconds between polls while a service is working. */
const ACTIVE_POLL_INTERVAL = 1000

/** Milliseconds between polls otherwise, since scheduled runs start on the server. */
const IDLE_POLL_INTERVAL = 30_000

/** The account's services, polled every second while one of them is working. */
export const useServices = () => {
  const { queries } = useRuntime()
  const list = useQuery(
    queries.services.list.queryOptions({
      refetchInterval: ({ state }) => (state.data?.some(isWorking) ? ACTIVE_POLL_INTERVAL : IDLE_POLL_INTERVAL),
    }),
  )
  useReloadOnRun(list.data)
  return list
}

/** One service, polled in the same way. */
export const useService = (id: string) => {
  const { queries } = useRuntime()
  const query = useQuery(
    queries.services.get.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? ACTIVE_POLL_INTERVAL : IDLE_POLL_INTERVAL),
    }),
  )
  useReloadOnRun(query.data && [query.data])
  return query
}

/** A run and whether it is over. */
const runState = ({ lastRun }: Service): string => `${lastRun?.id} ${lastRun?.status}`

/** Reloads what runs change once another run has begun or ended, wherever it was started. */
const useReloadOnRun = (services: readonly Service[] | undefined): void => {
  const reload = useReloadAfterRun()
  const runs = services?.map(runState).join()
  const before = useRef(runs)
  useEffect(() => {
    if (before.current !== undefined && before.current !== runs) reload()
    before.current = runs
  }, [runs, reload])
}

/** The available service types; static while the page is open. */
export const useServiceTypes = () => {
  const { queries } = useRuntime()
  return useQuery(queries.services.types.queryOptions())
}

/** A service type by id; null until loaded or if unknown. */
export const useServiceType = (type: string): ServiceType | null =>
  useServiceTypes().data?.find((known) => known.type === type) ?? null
