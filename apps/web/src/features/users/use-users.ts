import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useRuntime } from '#web/app/runtime.tsx'

/** Milliseconds after which somebody has stopped typing. */
export const SEARCH_DEBOUNCE = 250

/** Everybody in the account; also how many owners it has, which no search may hide. */
export const useAllUsers = () => {
  const { queries } = useRuntime()
  const { data, error, refetch } = useQuery(queries.users.list.queryOptions({ staleTime: 0 }))
  const ownerCount = data?.filter(({ roles }) => roles.includes('AccountOwner')).length ?? 0
  return { everybody: data, ownerCount, error, refetch }
}

/** Those whose name or address holds the text; the last ones found stay until the next are there. */
export const useUserSearch = (query: string) => {
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

/** What is searched for: as it is typed, and as it stands in the address of the page at `path` once typing stops. */
export const useSearchAddress = (path: string) => {
  const { q }: Record<string, unknown> = useSearch({ strict: false })
  const settled = typeof q === 'string' ? q.trim() : ''
  const [typed, setTyped] = useState(settled)
  const written = useRef(settled)
  const navigate = useNavigate()
  const settle = useDebouncedCallback((text: string) => {
    written.current = text.trim()
    void navigate({ to: path, search: { q: written.current || undefined }, replace: true })
  }, SEARCH_DEBOUNCE)
  useEffect(() => {
    // Back and forward change the address under the field; what was typed here may have gone on since.
    if (settled === written.current) return
    written.current = settled
    setTyped(settled)
  }, [settled])
  return {
    typed,
    settled,
    type: (text: string): void => {
      setTyped(text)
      settle(text)
    },
  }
}
