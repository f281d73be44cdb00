import { upperFirst } from '#domain/text.ts'
import { useRuntime } from '#web/app/runtime.tsx'

const LONGEST_NAME = 100

/** `wine_orders-2026.csv.gz` is proposed as "Wine orders 2026". */
export const nameFromFile = (fileName: string, fallback: string): string => {
  const name = fileName.replace(/(\.[a-z]{2,4})+$/i, '').replaceAll(/[\s._-]+/g, ' ')
  return upperFirst(name.trim()).slice(0, LONGEST_NAME) || fallback
}

/** Files chosen for a new service, which its page uploads once it is there. */
export const useChosenFiles = () => {
  const { queryClient } = useRuntime()
  const keyOf = (serviceId: string) => ['chosen files', serviceId]
  return {
    put: (serviceId: string, files: readonly File[]): void => {
      queryClient.setQueryData(keyOf(serviceId), files)
    },
    take: (serviceId: string): readonly File[] => {
      const files = queryClient.getQueryData<readonly File[]>(keyOf(serviceId))
      queryClient.removeQueries({ queryKey: keyOf(serviceId) })
      return files ?? []
    },
  }
}
