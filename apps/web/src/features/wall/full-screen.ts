import { type ReactNode, useEffect } from 'react'
import { useWakeLock } from './use-wake-lock.ts'

/** Fills the screen where the browser allows it. Call it while a click is handled. */
export const enterFullScreen = (): void => {
  // Phones may have no full screen for pages: wall mode then fills the window.
  void document.documentElement.requestFullscreen?.().catch(() => undefined)
}

const leaveFullScreen = (): void => {
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
}

/** Calls back when the user leaves full screen, as with Escape, and leaves it when the component is gone. */
const useFullScreenEnd = (onEnd: () => void): void => {
  useEffect(() => {
    const handleChange = (): void => {
      if (document.fullscreenElement === null) onEnd()
    }
    document.addEventListener('fullscreenchange', handleChange)
    return () => document.removeEventListener('fullscreenchange', handleChange)
  }, [onEnd])
  useEffect(() => leaveFullScreen, [])
}

/** Keeps the screen on and full while it is there; leaving full screen leaves wall mode. */
export const WallMode = ({ onLeave, children }: { onLeave: () => void; children: ReactNode }) => {
  useWakeLock()
  useFullScreenEnd(onLeave)
  return children
}
