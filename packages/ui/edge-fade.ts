import './edge-fade.css'
import { type RefObject, useLayoutEffect } from 'react'

/** Fades the right edge of a box while it can be scrolled further. */
export const useEdgeFade = (ref: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null) return
    const update = (): void => {
      box.toggleAttribute('data-has-more', box.scrollWidth - box.clientWidth - box.scrollLeft > 1)
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(box)
    if (box.firstElementChild !== null) observer.observe(box.firstElementChild)
    box.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', update)
    }
  }, [ref])
}
