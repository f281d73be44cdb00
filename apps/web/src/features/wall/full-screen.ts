import { type ReactNode, useEffect } from 'react'

/** Keeps the screen on while the page is visible, where the browser can. */
const useWakeLock = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const acquire = async (): Promise<void> => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return
      // Refused on low battery, for example.
      const acquired = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void acquired?.release()
      else lock = acquired
    }
    // The browser releases it while the page is hidden.
    const handleVisibility = (): void => void acquire()
    void acquire()
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', handleVisibility)
      void lock?.release()
    }
  }, [])
}

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
