import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useIsPermitted } from '#web/app/current-user.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import classes from './home-above.module.css'
import { HomePanel } from './home-panel.tsx'
import { useIsFolded } from './home-view.ts'

interface AboveProps {
  /** the starred dashboard */
  readonly children: ReactNode
}

/**
 * Home above the starred dashboard, for those who may read reports. Space is reserved for what Home shows, which the account's status
 * says; while it is fetched nothing is visible, as below the overlay of the start.
 */
export const HomeAbove = ({ children }: AboveProps) => {
  const { queries } = useRuntime()
  const mayRead = useIsPermitted('reports')
  const status = useQuery(queries.account.status.queryOptions())
  const isFolded = useIsFolded()
  if (!mayRead) return children
  const content = status.data?.dataVersion === 0 ? 'setup' : isFolded ? 'folded' : 'numbers'
  return (
    <div className={classes.page} data-waits={status.isPending && status.fetchStatus === 'fetching'}>
      <div className={classes.slot} data-content={content}>
        <HomePanel />
      </div>
      {children}
    </div>
  )
}
