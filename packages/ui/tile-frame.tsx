import type { ReactNode } from 'react'
import classes from './tile-frame.module.css'

export interface TileFrameProps {
  readonly title: string
  readonly menu?: ReactNode
  readonly footer?: ReactNode
  /** shown data is being replaced */
  readonly isBusy?: boolean
  /** the title can be taken to move the tile */
  readonly isMovable?: boolean
  readonly children: ReactNode
}

/** A surface with a one-line title, its content and a line that says what the numbers cover. */
export const TileFrame = ({ title, menu, footer, isBusy = false, isMovable = false, children }: TileFrameProps) => (
  <article className={classes.tile} aria-label={title} aria-busy={isBusy}>
    <header className={classes.header}>
      <h2 className={classes.title} title={title} data-movable={isMovable}>
        {title}
      </h2>
      {menu}
    </header>
    <div className={classes.body} data-busy={isBusy}>
      {children}
    </div>
    {footer ? <footer className={classes.footer}>{footer}</footer> : null}
  </article>
)
