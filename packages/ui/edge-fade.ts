import './edge-fade.css'
import { type RefObject, useLayoutEffect } from 'react'

/** Pixels after the text of a table's last cell. */
const LAST_PADDING = 12

/** Fades the right edge of a box while there is more to see behind it. */
export const useEdgeFade = (ref: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null) return
    const update = (): void => {
      box.toggleAttribute('data-has-more', box.scrollWidth - box.clientWidth - box.scrollLeft > LAST_PADDING)
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
