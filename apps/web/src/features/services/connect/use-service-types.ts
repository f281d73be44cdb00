import { useQuery } from '@tanstack/react-query'
import type { ServiceType } from '#contract/services.ts'
import { useRuntime } from '#web/app/runtime.tsx'

/** What can be connected; it does not change while the page is open. */
export const useServiceTypes = () => {
  const { queries } = useRuntime()
  return useQuery(queries.services.types.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
}

/** The type by its name; null until it is loaded, or when it is not known. */
export const useServiceType = (type: string): ServiceType | null =>
  useServiceTypes().data?.find((known) => known.type === type) ?? null
