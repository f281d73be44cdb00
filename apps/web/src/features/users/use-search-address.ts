import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SEARCH_SETTLES } from './use-people.ts'

/** What is searched for: as it is typed, and as it stands in the address once typing stops. */
export const useSearchAddress = (path: string) => {
  const { q }: Record<string, unknown> = useSearch({ strict: false })
  const settled = typeof q === 'string' ? q.trim() : ''
  const [typed, setTyped] = useState(settled)
  const navigate = useNavigate()
  const settle = useDebouncedCallback((text: string) => {
    void navigate({ to: path, search: { q: text.trim() || undefined }, replace: true })
  }, SEARCH_SETTLES)
  // Back and forward change the address under the field.
  useEffect(() => setTyped((before) => (before.trim() === settled ? before : settled)), [settled])
  return {
    typed,
    settled,
    type: (text: string): void => {
      setTyped(text)
      settle(text)
    },
  }
}
