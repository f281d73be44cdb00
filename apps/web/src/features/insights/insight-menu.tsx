import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { InsightSummary } from '#contract/insights.ts'
import { addDays, toWeekday } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { ActionMenu } from '#web/app/listing.tsx'
import { MenuCheckItem } from '#web/app/menu-check-item.tsx'
import { LockedItem, PlanLockLabel, usePlanLock } from '#web/app/plan-lock.tsx'
import { AssignItems } from './assign-items.tsx'
import type { InsightChanges } from './use-insight-changes.tsx'

interface InsightMenuProps {
  readonly insight: InsightSummary
  readonly changes: InsightChanges
}

/** Days after which a snoozed insight returns. */
const snoozeDays = (today: string) => [
  { label: 'Tomorrow', until: addDays(today, 1) },
  { label: 'Next Monday', until: addDays(today, 8 - toWeekday(today)) },
  { label: 'In two weeks', until: addDays(today, 14) },
  { label: 'In a month', until: addDays(today, 30) },
]

const SnoozeItems = ({ insight, changes }: InsightMenuProps) => {
  const formats = useFormats()
  const account = useAccount()
  if (account === null) return null
  if (insight.progress.state === 'snoozed')
    return <LockedItem onClick={() => changes.snooze(insight, null, '')}>End snooze</LockedItem>
  return snoozeDays(localDayOf(Date.now(), account.timeZone)).map(({ label, until }) => (
    <LockedItem
      key={label}
      rightSection={<span className="numbers">{formats.day(until)}</span>}
      onClick={() => changes.snooze(insight, until, formats.day(until, 'full'))}
    >
      {label}
    </LockedItem>
  ))
}

const DoneItem = ({ insight, changes }: InsightMenuProps) => {
  const isDone = insight.progress.state === 'done'
  return (
    <LockedItem leftSection={<IconCheck size={16} aria-hidden />} onClick={() => changes.setDone(insight, !isDone)}>
      {isDone ? 'Open again' : 'Mark as done'}
    </LockedItem>
  )
}

const ANSWERS = [
  { useful: true, label: 'Useful' },
  { useful: false, label: 'Not useful' },
] as const

/** Whether it was useful: answers change how many of its kind are shown. */
const UsefulItems = ({ insight: { insightId: id, useful: given }, changes }: InsightMenuProps) => {
  const isLocked = usePlanLock() !== null
  return ANSWERS.map(({ useful, label }) => (
    <MenuCheckItem
      key={label}
      isOn={given === useful}
      disabled={isLocked}
      onToggle={() => changes.answer.mutate({ id, useful: given === useful ? null : useful })}
    >
      {label}
    </MenuCheckItem>
  ))
}

/** What can be done with an insight besides closing it. */
export const InsightItems = ({ insight, changes }: InsightMenuProps) => (
  <>
    <PlanLockLabel />
    <Menu.Label>Was this useful?</Menu.Label>
    <UsefulItems insight={insight} changes={changes} />
    {insight.dismissed ? null : (
      <>
        {insight.progress.state === 'done' ? null : (
          <>
            <Menu.Divider />
            <Menu.Label>Snooze until</Menu.Label>
            <SnoozeItems insight={insight} changes={changes} />
          </>
        )}
        <Menu.Divider />
        <Menu.Label>Assign to</Menu.Label>
        <AssignItems assignee={insight.progress.assignee} onAssign={(person) => changes.assign(insight, person)} />
      </>
    )}
  </>
)

/** The actions of a card. */
export const InsightMenu = ({ insight, changes }: InsightMenuProps) => (
  <ActionMenu label={`Actions: ${insight.title}`} withinPortal>
    {insight.dismissed ? null : <DoneItem insight={insight} changes={changes} />}
    <InsightItems insight={insight} changes={changes} />
  </ActionMenu>
)
