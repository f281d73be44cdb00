import type { ReactNode } from 'react'
import classes from './tile-frame.module.css'

/** Attribute of a tile's drag handle. */
export const TILE_HANDLE = 'data-tile-handle'

export interface TileFrameProps {
  readonly title: string
  readonly menu?: ReactNode
  readonly footer?: ReactNode
  /** the data is being refreshed */
  readonly isBusy?: boolean
  /** without title and footer; the menu appears on hover */
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
