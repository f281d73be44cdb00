import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useRuntime } from '#web/app/runtime.tsx'

/** Milliseconds without typing after which the search runs. */
const SEARCH_DEBOUNCE = 250

/** All users of the account, and the number of owners, regardless of the search. */
export const useAllUsers = () => {
  const { queries } = useRuntime()
  const { data, error, refetch } = useQuery(queries.users.list.queryOptions())
  const ownerCount = data?.filter(({ roles }) => roles.includes('AccountOwner')).length ?? 0
  return { everybody: data, ownerCount, error, refetch }
}

/** Users whose name or email matches; keeps the previous result while loading. */
export const useUserSearch = (query: string) => {
  const { queries } = useRuntime()
  return useQuery(
    queries.users.search.queryOptions({
      input: { query },
      enabled: query !== '',
      placeholderData: keepPreviousData,
    }),
  )
}

/** The search text: as typed, and as stored in the URL of the page at `path` once typing stops. */
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
    // Follow browser navigation, but do not overwrite text typed meanwhile.
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
