import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { visibleMenu } from '#domain/navigation.ts'
import { DEFAULT_ACCOUNT_TYPE } from '#domain/plan.ts'
import { MENU } from '#reports/navigation.ts'
import { useAccount } from '../account-data.ts'
import { useCurrentUser } from '../current-user.ts'
import { Wordmark } from './layouts.tsx'
import { DashboardLinks, NavGroup } from './nav-group.tsx'
import { SmallScreenItems } from './profile-menu.tsx'
import classes from './sidebar.module.css'

/** The account's logo and name. */
const AccountMark = () => {
  const account = useAccount()
  if (account === null) return <div className={classes.account} />
  return (
    <div className={classes.account}>
      {account.logoImageUrlSmall !== null && (
        <img className={classes.accountLogo} src={account.logoImageUrlSmall} alt="" />
      )}
      <span className={classes.accountName} title={account.name}>
        {account.name}
      </span>
    </div>
  )
}

/** The navigation menu, filtered by the user's roles and the account's plan. `onClose` closes a slide-over. */
export const Sidebar = ({ onClose }: { onClose?: () => void }) => {
  const user = useCurrentUser()
  const accountType = useAccount()?.accountType ?? DEFAULT_ACCOUNT_TYPE
  const menu = visibleMenu(MENU, { roles: user?.roles ?? [], accountType })
  return (
    <nav aria-label="Main" className={classes.sidebar}>
      <div className={classes.top}>
        <Link to="/" className={classes.logo} aria-label="Cuvee, home">
          <Wordmark aria-hidden />
        </Link>
        {onClose && <CloseButton aria-label="Hide navigation" onClick={onClose} />}
      </div>
      <AccountMark />
      <div className={classes.scroll}>
        <div className={classes.nav}>
          {menu.map((item) =>
            item.id === 'dashboard' ? (
              <NavGroup key={item.id} item={item}>
                <DashboardLinks />
              </NavGroup>
            ) : (
              <NavGroup key={item.id} item={item} />
            ),
          )}
        </div>
        {onClose && <SmallScreenItems />}
      </div>
    </nav>
  )
}
