import type { ReactNode } from 'react'
import classes from './tile-frame.module.css'

/** Attribute of the part that a tile is taken by. */
export const TILE_HANDLE = 'data-tile-handle'

export interface TileFrameProps {
  readonly title: string
  readonly menu?: ReactNode
  readonly footer?: ReactNode
  /** shown data is being replaced */
  readonly isBusy?: boolean
  /** neither title line nor footer; the menu shows when the tile is pointed at */
  readonly isBare?: boolean
  /** the tile can be taken to move it: by its title line, or anywhere when it is bare */
  readonly isMovable?: boolean
  readonly children: ReactNode
}

/** A surface with a one-line title, its content and a line that says what the numbers cover. */
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
