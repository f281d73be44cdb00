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

const titleOf = (id: string): string => `${id}-title`

/** Shows a section and lets the keyboard go on from there. */
const show = (id: string): void => {
  document.getElementById(id)?.scrollIntoView()
  document.getElementById(titleOf(id))?.focus({ preventScroll: true })
}

interface SectionLinksProps {
  /** nothing will move any more */
  readonly isWhole: boolean
}

/** The sections of the screen; the one in the address is shown. */
export const SectionLinks = ({ isWhole }: SectionLinksProps) => {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash !== '') show(hash)
  }, [hash])
  useEffect(() => {
    // What came in above has pushed the section away; whoever went elsewhere in the meantime stays there.
    if (isWhole && hash !== '' && document.activeElement?.id === titleOf(hash)) show(hash)
  }, [hash, isWhole])
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
