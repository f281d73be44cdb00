import { UnstyledButton } from '@mantine/core'
import { IconBottle, IconGlass, IconSearch, IconSun } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { Viewer } from '#domain/navigation.ts'
import { DEFAULT_ACCOUNT_TYPE } from '#domain/plan.ts'
import { mayOpen } from '#reports/navigation.ts'
import { useAccount } from '../account-data.ts'
import { useCurrentUser } from '../current-user.ts'
import classes from './bottom-tabs.module.css'

interface Tab {
  readonly label: string
  readonly href: string
  readonly icon: typeof IconSun
}

const TABS: readonly Tab[] = [
  { label: 'Today', href: '/', icon: IconSun },
  { label: 'Club', href: '/reports/clubs/active-clubs', icon: IconGlass },
  { label: 'Stock', href: '/reports/products/low-inventory', icon: IconBottle },
]

/** The tabs of the pages that the viewer may open. */
export const visibleTabs = (viewer: Viewer): readonly Tab[] => TABS.filter(({ href }) => mayOpen(href, viewer))

/** The pages of every morning and the search for all others, within reach of a thumb; on small screens only. */
export const BottomTabs = ({ onAsk }: { onAsk: () => void }) => {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const roles = useCurrentUser()?.roles ?? []
  const accountType = useAccount()?.accountType ?? DEFAULT_ACCOUNT_TYPE
  return (
    <>
      <div className={classes.space} />
      <nav aria-label="Tabs" className={classes.tabs}>
        {visibleTabs({ roles, accountType }).map(({ label, href, icon: Icon }) => (
          <Link key={href} to={href} className={classes.tab} aria-current={path === href ? 'page' : undefined}>
            <Icon size={22} stroke={1.5} aria-hidden />
            {label}
          </Link>
        ))}
        <UnstyledButton className={classes.tab} onClick={onAsk}>
          <IconSearch size={22} stroke={1.5} aria-hidden />
          Ask
        </UnstyledButton>
      </nav>
    </>
  )
}
