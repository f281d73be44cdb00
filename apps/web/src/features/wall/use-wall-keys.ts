import { useEffect } from 'react'

interface WallKeys {
  readonly onLeave: () => void
  readonly onMove: (step: 1 | -1) => void
  readonly onPause: () => void
}

/** Escape leaves, the arrow keys move, and the space bar pauses. */
export const useWallKeys = ({ onLeave, onMove, onPause }: WallKeys): void => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      // The space bar presses a focused button.
      const isOnButton = event.target instanceof HTMLButtonElement
      if (event.key === 'Escape') onLeave()
      else if (event.key === 'ArrowRight') onMove(1)
      else if (event.key === 'ArrowLeft') onMove(-1)
      else if (event.key === ' ' && !isOnButton) onPause()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [onLeave, onMove, onPause])
}
