import { useState } from 'react'

/** Epoch milliseconds at which the wait began; null while nothing is waited for. */
export const useElapsedSince = (isWaiting: boolean): number | null => {
  const [since, setSince] = useState<number | null>(isWaiting ? Date.now() : null)
  if (isWaiting && since === null) setSince(Date.now())
  if (!isWaiting && since !== null) setSince(null)
  return isWaiting ? since : null
}
