import { Button, Group, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconClock, IconUser, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { InsightSummary } from '#contract/insights.ts'
import { addDays, toWeekday } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { ActionMenu } from '#web/app/listing.tsx'
import { PlanLockLabel, usePlanLock } from '#web/app/plan-lock.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import type { ProgressChanges } from './use-progress-changes.tsx'

interface ProgressProps {
  readonly insight: InsightSummary
  readonly changes: ProgressChanges
}

/** Days after which a snoozed insight returns. */
const snoozeDays = (today: string) => [
  { label: 'Tomorrow', until: addDays(today, 1) },
  { label: 'Next Monday', until: addDays(today, 8 - toWeekday(today)) },
  { label: 'In two weeks', until: addDays(today, 14) },
  { label: 'In a month', until: addDays(today, 30) },
]

const SnoozeItems = ({ insight, changes }: ProgressProps) => {
  const formats = useFormats()
  const account = useAccount()
  const isLocked = usePlanLock() !== null
  if (account === null) return null
  if (insight.progress.state === 'snoozed')
    return (
      <Menu.Item disabled={isLocked} onClick={() => changes.snooze(insight, null, '')}>
        Wake now
      </Menu.Item>
    )
  return snoozeDays(localDayOf(Date.now(), account.timeZone)).map(({ label, until }) => (
    <Menu.Item
      key={label}
      disabled={isLocked}
      rightSection={<span className="numbers">{formats.day(until)}</span>}
      onClick={() => changes.snooze(insight, until, formats.day(until, 'full'))}
    >
      {label}
    </Menu.Item>
  ))
}

const AssignItems = ({ insight, changes }: ProgressProps) => {
  const { queries } = useRuntime()
  const user = useCurrentUser()
  const isLocked = usePlanLock() !== null
  const { data: assignees = [] } = useQuery(queries.insights.assignees.queryOptions())
  const { assignee } = insight.progress
  return (
    <>
      {assignees.map((person) => (
        <Menu.Item
          key={person.userId}
          disabled={isLocked}
          leftSection={
            person.userId === assignee?.userId ? (
              <IconCheck size={16} aria-hidden />
            ) : (
              <IconUser size={16} aria-hidden />
            )
          }
          onClick={() => changes.assign(insight, person)}
        >
          {person.userId === user?.id ? `${person.name} (you)` : person.name}
        </Menu.Item>
      ))}
      {assignee !== null && (
        <Menu.Item
          disabled={isLocked}
          leftSection={<IconUserOff size={16} aria-hidden />}
          onClick={() => changes.assign(insight, null)}
        >
          Nobody
        </Menu.Item>
      )}
    </>
  )
}

const DoneItem = ({ insight, changes }: ProgressProps) => {
  const isLocked = usePlanLock() !== null
  const isDone = insight.progress.state === 'done'
  return (
    <Menu.Item
      disabled={isLocked}
      leftSection={<IconCheck size={16} aria-hidden />}
      onClick={() => changes.setDone(insight, !isDone)}
    >
      {isDone ? 'Open again' : 'Mark as done'}
    </Menu.Item>
  )
}

/** Done, snooze and assign, for a card. */
export const ProgressMenu = ({ insight, changes }: ProgressProps) => (
  <ActionMenu label={`Actions: ${insight.title}`} withinPortal>
    <PlanLockLabel />
    <DoneItem insight={insight} changes={changes} />
    <Menu.Divider />
    <Menu.Label>Snooze until</Menu.Label>
    <SnoozeItems insight={insight} changes={changes} />
    <Menu.Divider />
    <Menu.Label>Assign to</Menu.Label>
    <AssignItems insight={insight} changes={changes} />
  </ActionMenu>
)

interface ButtonMenuProps {
  readonly icon: ReactNode
  readonly label: string
  readonly children: ReactNode
}

const ButtonMenu = ({ icon, label, children }: ButtonMenuProps) => (
  <Menu position="bottom-start" withinPortal>
    <Menu.Target>
      <Button variant="default" leftSection={icon} rightSection={<IconChevronDown size={14} aria-hidden />}>
        {label}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <PlanLockLabel />
      {children}
    </Menu.Dropdown>
  </Menu>
)

/** Done, snooze and assign, for the page of an insight. */
export const ProgressButtons = ({ insight, changes }: ProgressProps) => {
  const isLocked = usePlanLock() !== null
  const { state, assignee } = insight.progress
  return (
    <Group gap={8}>
      <Button
        variant="default"
        disabled={isLocked}
        loading={changes.isChanging}
        leftSection={<IconCheck size={16} aria-hidden />}
        onClick={() => changes.setDone(insight, state !== 'done')}
      >
        {state === 'done' ? 'Open again' : 'Mark as done'}
      </Button>
      {state === 'done' ? null : (
        <ButtonMenu icon={<IconClock size={16} aria-hidden />} label={state === 'snoozed' ? 'Snoozed' : 'Snooze'}>
          <SnoozeItems insight={insight} changes={changes} />
        </ButtonMenu>
      )}
      <ButtonMenu icon={<IconUser size={16} aria-hidden />} label={assignee === null ? 'Assign' : assignee.name}>
        <AssignItems insight={insight} changes={changes} />
      </ButtonMenu>
    </Group>
  )
}
