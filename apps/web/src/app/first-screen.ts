import { useEffect, useState } from 'react'

/** Milliseconds between looks at whether the first screen is drawn. */
const PAUSE_MS = 250
/** Milliseconds after which it counts as drawn anyway. */
const LATEST_MS = 8_000

const isDrawn = (): boolean => document.querySelector('main') !== null && !document.querySelector('[aria-busy="true"]')

/** Resolves once the screen has nothing left to wait for, so that what follows delays none of it. */
export const afterFirstScreen = async (): Promise<void> => {
  const start = performance.now()
  do await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  while (!isDrawn() && performance.now() - start < LATEST_MS)
}

/** Whether the screen has been drawn, after which what is out of sight may be loaded. */
export const useIsScreenDrawn = (): boolean => {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    let isGone = false
    void afterFirstScreen().then(() => isGone || setDrawn(true))
    return () => {
      isGone = true
    }
  }, [])
  return isDrawn
}
