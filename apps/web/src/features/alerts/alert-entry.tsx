import { Badge, Button, Text, Tooltip } from '@mantine/core'
import { IconBellOff, IconHistory, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { Alert } from '#contract/alerts.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { ActionMenu } from '#web/app/listing.tsx'
import { LockedItem, PlanLockLabel, usePlanLock } from '#web/app/plan-lock.tsx'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'
import { AlertHistory } from './alert-history.tsx'
import { alertSentence, STATUS_HINTS, STATUS_LABELS } from './alert-labels.ts'
import classes from './alerts.module.css'
import type { useAlertChanges } from './use-alert-changes.tsx'

interface AlertEntryProps {
  readonly alert: Alert
  readonly isOpen: boolean
  readonly changes: ReturnType<typeof useAlertChanges>
  readonly onToggle: () => void
  readonly onEdit: () => void
}

const StatusBadge = ({ alert: { isPaused, status } }: Pick<AlertEntryProps, 'alert'>) => {
  const hint = isPaused ? 'It isn’t checked until you resume it.' : STATUS_HINTS[status]
  const badge = (
    <Badge
      variant={status === 'firing' && !isPaused ? 'filled' : 'default'}
      color={status === 'firing' ? 'red.9' : 'gray'}
      tt="none"
      tabIndex={hint === undefined ? undefined : 0}
    >
      {isPaused ? 'Paused' : STATUS_LABELS[status]}
    </Badge>
  )
  if (hint === undefined) return badge
  return (
    <Tooltip label={hint} events={{ hover: true, focus: true, touch: true }}>
      {badge}
    </Tooltip>
  )
}

const lastText = ({ scope, lastValue, format }: Alert, write: (value: number, format: string) => string): string => {
  if (lastValue === null) return ''
  if (scope === 'total') return `Now ${write(lastValue, format)}`
  return lastValue === 1 ? '1 row meets it now' : `${write(lastValue, 'integer')} rows meet it now`
}

/** Who else is notified, or whose alert it is. */
const peopleText = ({ ownerName, recipients }: Alert): string => {
  if (ownerName !== null) return `Set up by ${ownerName}`
  const names = recipients.map(({ name, hasAccess }) => (hasAccess ? name : `${name} (no access to reports)`))
  return names.length === 0 ? '' : `Also notifies ${names.join(', ')}`
}

const ReceivedMenu = ({ alert, changes }: Pick<AlertEntryProps, 'alert' | 'changes'>) => {
  return (
    <ActionMenu label={`Actions for ${alert.name}`} isBusy={changes.leave.isPending}>
      <PlanLockLabel />
      <LockedItem leftSection={<IconBellOff size={16} />} onClick={() => changes.leave.mutate(alert)}>
        Stop receiving
      </LockedItem>
    </ActionMenu>
  )
}

const AlertMenu = ({ alert, changes, onEdit }: Pick<AlertEntryProps, 'alert' | 'changes' | 'onEdit'>) => {
  const { id, name, isPaused } = alert
  const isLocked = usePlanLock() !== null
  return (
    <ActionMenu label={`Actions for ${name}`} isBusy={changes.pause.isPending || changes.remove.isPending}>
      <PlanLockLabel />
      <LockedItem leftSection={<IconPencil size={16} />} onClick={onEdit}>
        Edit
      </LockedItem>
      <LockedItem
        leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        onClick={() => changes.pause.mutate({ id, isPaused: !isPaused })}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </LockedItem>
      <RemoveItem disabled={isLocked} onClick={() => changes.remove.mutate(alert)}>
        Delete
      </RemoveItem>
    </ActionMenu>
  )
}

/** An alert with its state, actions and history. */
export const AlertEntry = ({ alert, isOpen, changes, onToggle, onEdit }: AlertEntryProps) => {
  const formats = useFormats()
  const { name, ownerName, lastCheckedUtc, lastFiredUtc } = alert
  const people = peopleText(alert)
  const last = lastText(alert, formats.value)
  return (
    <li className={`card ${classes.alert}`}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Text component="h2" size="sm" fw={600} m={0}>
            {name}
          </Text>
          <span>{alertSentence(alert, formats)}</span>
          {people === '' ? null : <span className={classes.people}>{people}</span>}
          <div className={classes.facts}>
            <StatusBadge alert={alert} />
            {last === '' ? null : <span className="numbers">{last}</span>}
            {lastCheckedUtc === null ? null : (
              <span>
                Checked <RelativeTime instant={lastCheckedUtc} />
              </span>
            )}
            {lastFiredUtc === null ? null : (
              <span>
                Last fired <RelativeTime instant={lastFiredUtc} />
              </span>
            )}
          </div>
        </div>
        {ownerName === null ? <AlertMenu {...{ alert, changes, onEdit }} /> : <ReceivedMenu {...{ alert, changes }} />}
      </div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        w="fit-content"
        aria-expanded={isOpen}
        leftSection={<IconHistory size={16} aria-hidden />}
        onClick={onToggle}
      >
        {isOpen ? 'Hide history' : 'Show history'}
      </Button>
      {isOpen ? <AlertHistory alert={alert} /> : null}
    </li>
  )
}
