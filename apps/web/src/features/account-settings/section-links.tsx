import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import classes from './settings.module.css'

const SECTIONS = [
  ['winery', 'Winery'],
  ['numbers', 'Numbers'],
  ['definitions', 'Definitions'],
  ['data', 'Your data'],
  ['deletion', 'Delete account'],
] as const

/** Shows a section and lets the keyboard go on from there. */
const show = (id: string): void => {
  const title = document.getElementById(`${id}-title`)
  document.getElementById(id)?.scrollIntoView()
  title?.focus({ preventScroll: true })
}

/** The sections of the screen; the one in the address is shown. */
export const SectionLinks = () => {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash !== '') show(hash)
  }, [hash])
  return (
    <nav aria-label="Sections" className={classes.nav}>
      <ul className={classes.links}>
        {SECTIONS.map(([id, title]) => (
          <li key={id}>
            <Link
              to="."
              hash={id}
              search
              className={classes.link}
              activeProps={{ 'aria-current': undefined }}
              onClick={() => show(id)}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
