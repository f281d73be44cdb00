import { useEffect, useState } from 'react'

/** Milliseconds after which "3 minutes ago" is written anew. */
const EVERY = 20_000

/** The present as epoch milliseconds, moving on while it is shown. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY)
    return () => clearInterval(timer)
  }, [])
  return now
}
