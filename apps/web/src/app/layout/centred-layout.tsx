import { Outlet } from '@tanstack/react-router'
import { Wordmark } from '../logo.tsx'
import classes from './layouts.module.css'

/** Full height, one panel in the middle. */
export const CentredLayout = () => (
  <main id="main" tabIndex={-1} className={classes.centred}>
    <Wordmark height={32} />
    <div className={classes.panel}>
      <Outlet />
    </div>
  </main>
)
