import { type PointerEvent, useRef } from 'react'
import classes from './data-grid.module.css'

interface ResizeHandleProps {
  /** pixels */
  readonly onResize: (width: number) => void
}

/** The right edge of a title, which a pointer drags; the column's menu does the same by keyboard. */
export const ResizeHandle = ({ onResize }: ResizeHandleProps) => {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const handleDown = (event: PointerEvent<HTMLSpanElement>): void => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const { width = 0 } = event.currentTarget.closest('th')?.getBoundingClientRect() ?? {}
    start.current = { x: event.clientX, width }
  }
  const handleMove = ({ clientX }: PointerEvent): void => {
    if (start.current !== null) onResize(start.current.width + clientX - start.current.x)
  }
  const handleUp = (): void => {
    start.current = null
  }
  return (
    <span
      className={classes.handle}
      aria-hidden
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={handleUp}
    />
  )
}
