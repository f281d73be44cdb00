import { Anchor, Button, Text, Title } from '@mantine/core'
import { IconChecks, IconDatabaseOff, IconFilterOff, IconHourglass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { InsightList } from '#contract/insights.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccountStatus } from '#web/app/account-data.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { type EmptyReason, emptyReason } from './insight-list-state.ts'
import classes from './insights.module.css'
import type { InsightsView } from './insights-address.ts'

interface QuietProps {
  readonly list: InsightList
  readonly view: InsightsView
  readonly onShowAll: () => void
}

const ICONS = {
  filter: IconFilterOff,
  noneDismissed: IconFilterOff,
  noneMine: IconFilterOff,
  noneSnoozed: IconFilterOff,
  noneDone: IconFilterOff,
  noService: IconDatabaseOff,
  planOver: IconHourglass,
  notAnalyzed: IconHourglass,
  allNormal: IconChecks,
} as const satisfies Record<EmptyReason, unknown>

const FILTERED: readonly EmptyReason[] = ['filter', 'noneDismissed', 'noneMine', 'noneSnoozed', 'noneDone']

/** Replaces an empty list: why there are no insights. */
export const EmptyInsights = ({ list, view, onShowAll }: QuietProps) => {
  const isAdmin = useIsPermitted('administration')
  const reason = emptyReason(view, list, useAccountStatus())
  const Icon = ICONS[reason]
  return (
    <div className={`card ${classes.quiet}`} role="status">
      <Icon size={32} stroke={1.5} aria-hidden />
      <Why reason={reason} list={list} view={view} isAdmin={isAdmin} />
      {FILTERED.includes(reason) && (
        <Button variant="default" onClick={onShowAll}>
          Show all insights
        </Button>
      )}
    </div>
  )
}

interface WhyProps extends Pick<QuietProps, 'list' | 'view'> {
  readonly reason: EmptyReason
  readonly isAdmin: boolean
}

const Why = ({ reason, list, view, isAdmin }: WhyProps) => {
  switch (reason) {
    case 'filter':
      return <Message title={view.shown === 'unread' ? 'No unread insights' : 'No insights of this type'} />
    case 'noneDismissed':
      return (
        <Message title="No dismissed insights">Insights you dismiss stay here, so that you can restore them.</Message>
      )
    case 'noneMine':
      return <Message title="Nothing assigned to you">Insights assigned to you stay here until they’re done.</Message>
    case 'noneSnoozed':
      return <Message title="No snoozed insights">Snoozed insights stay here until the date you chose.</Message>
    case 'noneDone':
      return <Message title="Nothing marked as done">Insights you mark as done stay here with their results.</Message>
    case 'noService':
      return (
        <Message title="No data yet">
          {isAdmin ? (
            <Anchor component={Link} to="/admin/services" underline="always">
              Connect a service
            </Anchor>
          ) : (
            'An administrator can connect a service'
          )}
          . After its first sync, Cuvee analyzes your data and shows you what stands out.
        </Message>
      )
    case 'planOver':
      return (
        <Message title="Insights are paused">
          Your plan has ended, so no new data comes in. Insights resume when you choose a plan.
        </Message>
      )
    case 'notAnalyzed':
      return (
        <Message title="Your data hasn’t been analyzed yet">
          Cuvee analyzes it after each sync and every night. It needs several weeks of history before it can tell what’s
          unusual.
        </Message>
      )
    case 'allNormal':
      return <AllNormal list={list} isAdmin={isAdmin} />
  }
}

const Message = ({ title, children }: { title: string; children?: ReactNode }) => (
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
  const { lookedAt, unanalyzed } = list
  if (unanalyzed.length > 0) return <Message title="Nothing unusual found">{unanalyzed.join(' ')}</Message>
  return (
    <Message
      title={`Nothing unusual in ${lookedAt === null ? 'your data' : `${formats.value(lookedAt, 'integer')} checks`}`}
    >
      We’ll let you know when something is.
      {isAdmin && (
        <>
          {' '}
          <Anchor component={Link} to="/ai/settings" underline="always">
            Change alert sensitivity
          </Anchor>
          .
        </>
      )}
    </Message>
  )
}
