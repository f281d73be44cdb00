import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Box } from '#charts/chart.ts'

/** The inner size of an element in whole pixels; null until it is first measured. */
export const useBox = <T extends HTMLElement>(): readonly [RefObject<T | null>, Box | null] => {
  const ref = useRef<T>(null)
  const [box, setBox] = useState<Box | null>(null)

  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = (): void => {
      const width = Math.floor(element.clientWidth)
      const height = Math.floor(element.clientHeight)
      setBox((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return [ref, box]
}
