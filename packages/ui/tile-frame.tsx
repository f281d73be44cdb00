import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Box } from '#charts/chart.ts'
import classes from './tile-frame.module.css'

/** Attribute of a tile's drag handle. */
export const TILE_HANDLE = 'data-tile-handle'

export interface TileFrameProps {
  readonly title: string
  readonly menu?: ReactNode
  readonly footer?: ReactNode
  /** the data is being refreshed */
  readonly isBusy?: boolean
  /** without title and footer */
  readonly isBare?: boolean
  /** can be dragged: by its title bar, or anywhere when it is bare */
  readonly isMovable?: boolean
  readonly children: ReactNode
}

/** A card with a one-line title, its content and a footer with the range of the numbers. */
export const TileFrame = (props: TileFrameProps) => {
  const { title, menu, footer, isBare = false, isBusy = false, isMovable = false, children } = props
  const handle = isMovable ? { [TILE_HANDLE]: true } : {}
  return (
    <article className={classes.tile} aria-label={title} aria-busy={isBusy} data-bare={isBare}>
      {isBare ? (
        <div className={classes.corner}>{menu}</div>
      ) : (
        <header className={classes.header} {...handle}>
          <h2 className={classes.title} title={title}>
            {title}
          </h2>
          {menu}
        </header>
      )}
      <div className={classes.body} data-busy={isBusy} {...(isBare ? handle : {})}>
        {children}
      </div>
      {footer ? <footer className={classes.footer}>{footer}</footer> : null}
    </article>
  )
}

/**
 * Reports an element when its size changes.
 * @param isAtOnce also before the first paint, for which the browser lays the page out amid the rendering
 */
export const useMeasured = (
  ref: RefObject<HTMLElement | null>,
  onMeasured: (element: HTMLElement) => void,
  isAtOnce: boolean,
): void => {
  const note = useEffectEvent(onMeasured)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = (): void => note(element)
    if (isAtOnce) measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, isAtOnce])
}

/** The inner size of an element in whole pixels; null until it is first measured. */
export const useBox = <T extends HTMLElement>(): readonly [RefObject<T | null>, Box | null] => {
  const ref = useRef<T>(null)
  const [box, setBox] = useState<Box | null>(null)
  useMeasured(
    ref,
    (element) => {
      const width = Math.floor(element.clientWidth)
      const height = Math.floor(element.clientHeight)
      // Charts are drawn in small steps, together.
      startTransition(() =>
        setBox((before) => (before?.width === width && before.height === height ? before : { width, height })),
      )
    },
    false,
  )
  return [ref, box]
}

/** The inner width of an element in whole pixels; null until it is first measured. Its height may change without a new rendering. */
export const useWidth = <T extends HTMLElement>(): readonly [RefObject<T | null>, number | null] => {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState<number | null>(null)
  useMeasured(ref, (element) => setWidth(Math.floor(element.clientWidth)), true)
  return [ref, width]
}
