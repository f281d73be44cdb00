import { Outlet } from '@tanstack/react-router'
import classes from './layouts.module.css'

/** Full height, nothing around the page. */
export const PlainLayout = () => (
  <main id="main" tabIndex={-1} className={classes.plain}>
    <Outlet />
  </main>
)
