import { useEffect } from 'react'

/** Keeps the screen on while the page is visible, where the browser can. */
export const useWakeLock = (): void => {
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
