import { Collapse, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { MenuItem } from '#domain/navigation.ts'
import { groupIcon } from './group-icon.ts'
import { isUnder } from './is-under.ts'
import { NavLink } from './nav-link.tsx'
import { ServicesWarning } from './services-warning.tsx'
import classes from './sidebar.module.css'

const holds = (item: MenuItem, path: string): boolean =>
  (item.href !== null && isUnder(path, item.href)) || item.children.some((child) => holds(child, path))

interface NavGroupProps {
  readonly item: MenuItem
  /** what stands in the group instead of the item's own children */
  readonly children?: ReactNode
}

/** A group of the menu that folds; the one that holds the current page opens by itself. */
export const NavGroup = ({ item, children }: NavGroupProps) => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isCurrent = holds(item, path) || (item.id === 'dashboard' && path === '/')
  const [opened, setOpened] = useState(isCurrent)
  useEffect(() => {
    if (isCurrent) setOpened(true)
  }, [isCurrent])
  const Icon = groupIcon(item.id)
  return (
    <div>
      <UnstyledButton className={classes.group} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <Icon size={18} stroke={1.5} aria-hidden />
        <span className={classes.groupName}>{item.name}</span>
        <IconChevronRight size={16} stroke={1.5} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      <Collapse expanded={opened} transitionDuration={150}>
        <ul className={classes.items}>
          {children ??
            item.children.map((child) => (
              <li key={child.id}>
                <NavLink href={child.href ?? '/'} query={child.query} current={holds(child, path)}>
                  {child.name}
                  {child.id === 'services' && <ServicesWarning />}
                </NavLink>
              </li>
            ))}
        </ul>
      </Collapse>
    </div>
  )
}
