import { Anchor, Button, Text, Title } from '@mantine/core'
import { IconChecks, IconDatabaseOff, IconFilterOff, IconHourglass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { InsightList } from '#contract/insights.ts'
import { isPermitted } from '#domain/permission.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccountStatus } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import classes from './insights.module.css'
import type { InsightsView } from './insights-address.ts'
import { type QuietReason, quietReason } from './quiet-reason.ts'

interface QuietProps {
  readonly list: InsightList
  readonly view: InsightsView
  readonly onShowAll: () => void
}

const ICONS = {
  filter: IconFilterOff,
  noneDismissed: IconFilterOff,
  noService: IconDatabaseOff,
  planOver: IconHourglass,
  notLooked: IconHourglass,
  allNormal: IconChecks,
} as const satisfies Record<QuietReason, unknown>

/** In place of a list without insights: why there are none. */
export const Quiet = ({ list, view, onShowAll }: QuietProps) => {
  const user = useCurrentUser()
  const isAdmin = user !== null && isPermitted(user.roles, 'administration')
  const reason = quietReason(view, list, useAccountStatus())
  const Icon = ICONS[reason]
  return (
    <div className={classes.quiet} role="status">
      <Icon size={32} stroke={1.5} aria-hidden />
      <Why reason={reason} list={list} view={view} isAdmin={isAdmin} />
      {(reason === 'filter' || reason === 'noneDismissed') && (
        <Button variant="default" onClick={onShowAll}>
          Show all insights
        </Button>
      )}
    </div>
  )
}

interface WhyProps extends Pick<QuietProps, 'list' | 'view'> {
  readonly reason: QuietReason
  readonly isAdmin: boolean
}

const Why = ({ reason, list, view, isAdmin }: WhyProps) => {
  switch (reason) {
    case 'filter':
      return <Words title={view.shown === 'unread' ? 'Nothing unread' : 'Nothing of this kind'} />
    case 'noneDismissed':
      return <Words title="Nothing is dismissed">What you dismiss is kept here, to be brought back.</Words>
    case 'noService':
      return (
        <Words title="No data to look at yet">
          {isAdmin ? (
            <Anchor component={Link} to="/admin/services" underline="always">
              Connect a service
            </Anchor>
          ) : (
            'An administrator of your account can connect a service'
          )}
          . After its first sync Cuvee reads the numbers and tells you what stands out.
        </Words>
      )
    case 'planOver':
      return (
        <Words title="Nothing new is looked for">
          The plan of this account has ended, so no new numbers come in. Insights go on once a plan is chosen.
        </Words>
      )
    case 'notLooked':
      return (
        <Words title="Your numbers are not read yet">
          Cuvee reads them after each sync and every night. It needs some weeks of history before it says that anything
          is unusual.
        </Words>
      )
    case 'allNormal':
      return <AllNormal list={list} isAdmin={isAdmin} />
  }
}

const Words = ({ title, children }: { title: string; children?: ReactNode }) => (
  <>
    <Title order={2}>{title}</Title>
    {children && (
      <Text size="sm" maw={480}>
        {children}
      </Text>
    )}
  </>
)

const AllNormal = ({ list, isAdmin }: { list: InsightList; isAdmin: boolean }) => {
  const formats = useFormats()
  const { lookedAt } = list
  return (
    <Words
      title={
        lookedAt === null
          ? 'Nothing unusual in your numbers'
          : `Nothing unusual in the ${formats.value(lookedAt, 'integer')} things looked at`
      }
    >
      Sales, orders, products, clubs and tastings are within what their own past lets expect. You hear of it when one is
      not.
      {isAdmin && (
        <>
          {' '}
          <Anchor component={Link} to="/ai/settings" underline="always">
            Choose how much it takes to be told
          </Anchor>
          .
        </>
      )}
    </Words>
  )
}
