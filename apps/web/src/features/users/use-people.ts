import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRuntime } from '#web/app/runtime.tsx'

/** Milliseconds after which somebody has stopped typing. */
export const SEARCH_SETTLES = 250

/** Everybody in the account; also how many owners it has, which no search may hide. */
export const useEverybody = () => {
  const { queries } = useRuntime()
  const { data, error, refetch } = useQuery(queries.users.list.queryOptions({ staleTime: 0 }))
  const ownerCount = data?.filter(({ roles }) => roles.includes('AccountOwner')).length ?? 0
  return { everybody: data, ownerCount, error, refetch }
}

/** Those whose name or address holds the text; the last ones found stay until the next are there. */
export const useFound = (query: string) => {
  const { queries } = useRuntime()
  return useQuery(
    queries.users.search.queryOptions({
      input: { query },
      enabled: query !== '',
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
}
