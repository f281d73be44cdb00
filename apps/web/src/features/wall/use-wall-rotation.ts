import { useCallback, useEffect, useState } from 'react'

interface RotationOptions {
  /** screens of the current dashboard */
  readonly count: number
  /** seconds that each is shown */
  readonly seconds: number
  /** shows the next (1) or the previous (-1) dashboard; null: there is only one */
  readonly onTurn: ((step: 1 | -1) => void) | null
}

/** Which screen is shown: the next one after some seconds, until it is paused. */
export const useWallRotation = ({ count, seconds, onTurn }: RotationOptions) => {
  const [shown, setShown] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const index = Math.min(shown, Math.max(0, count - 1))
  const move = useCallback(
    (step: 1 | -1): void => {
      const next = index + step
      if (next >= 0 && next < count) setShown(next)
      else if (onTurn !== null) onTurn(step)
      else setShown(next < 0 ? Math.max(0, count - 1) : 0)
    },
    [index, count, onTurn],
  )
  const mayMove = count > 1 || onTurn !== null
  useEffect(() => {
    if (isPaused || !mayMove) return
    const timer = setTimeout(() => move(1), seconds * 1000)
    return () => clearTimeout(timer)
  }, [isPaused, mayMove, move, seconds])
  return { index, isPaused, mayMove, move, togglePaused: () => setPaused((before) => !before) }
}
