import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './sidebar.module.css'

interface NavLinkProps {
  readonly href: string
  readonly query?: Readonly<Record<string, string>>
  readonly current: boolean
  readonly children: ReactNode
}

/** A page in the menu; the current one is marked for eyes and for assistive tech. */
export const NavLink = ({ href, query = {}, current, children }: NavLinkProps) => (
  <Link
    to={href}
    search={query}
    className={classes.item}
    data-current={current || undefined}
    aria-current={current ? 'page' : undefined}
  >
    {children}
  </Link>
)
