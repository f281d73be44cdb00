import type { ReactNode } from 'react'
import { useFullScreenEnd } from './full-screen.ts'
import { useWakeLock } from './use-wake-lock.ts'

/** Keeps the screen on and full while it is there; leaving full screen leaves wall mode. */
export const WallMode = ({ onLeave, children }: { onLeave: () => void; children: ReactNode }) => {
  useWakeLock()
  useFullScreenEnd(onLeave)
  return children
}
