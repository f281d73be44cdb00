import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_SETTLES } from './use-people.ts'

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
  }, SEARCH_SETTLES)
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
