import { ActionIcon, Group, Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBell,
  IconBulb,
  IconCircleCheck,
  IconCreditCard,
  IconFileCheck,
  IconFileX,
  IconHourglassLow,
  IconKey,
  IconMailCheck,
  IconMailX,
  IconPlugConnectedX,
  IconShare,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react'
import type { NotificationDetail, NotificationSummary } from '#contract/notifications.ts'
import { kindInfo, type NotificationIcon, type NotificationKind } from '#domain/notification-kind.ts'
import { useAccount, useCulture } from '#web/app/account-data.ts'
import { formatDateTime, formatRelativeTime } from '#web/app/format.ts'
import { NotificationContent } from '#web/app/notifications/notification-text.tsx'
import { UnreadDot } from '#web/app/unread-dot.tsx'
import classes from './notifications.module.css'

const ICONS: Readonly<Record<NotificationIcon, typeof IconKey>> = {
  alert: IconAlertTriangle,
  bell: IconBell,
  bulb: IconBulb,
  check: IconCircleCheck,
  creditCard: IconCreditCard,
  fileCheck: IconFileCheck,
  fileX: IconFileX,
  hourglass: IconHourglassLow,
  key: IconKey,
  mailCheck: IconMailCheck,
  mailX: IconMailX,
  plugX: IconPlugConnectedX,
  share: IconShare,
  trash: IconTrash,
  userCheck: IconUserCheck,
}

/** The icon of a notification kind; decorative, shown next to the kind's title. */
const KindIcon = ({ kind }: { kind: NotificationKind }) => {
  const Icon = ICONS[kindInfo(kind).icon]
  return <Icon size={20} stroke={1.5} aria-hidden />
}

/** Marks the button of a row; its value is the notification's id. */
export const ROW_ATTRIBUTE = 'data-notification'

interface NotificationRowProps {
  readonly item: NotificationSummary
  /** null: closed */
  readonly detail: NotificationDetail | null
  readonly onToggle: (id: string) => void
  readonly onRemove: (id: string) => void
}

/** A notification that expands in place. */
export const NotificationRow = ({ item, detail, onToggle, onRemove }: NotificationRowProps) => {
  const { notificationId: id, subject, read, kind } = item
  const contentId = `notification-${id}`
  return (
    <li className={classes.item} data-unread={!read || undefined}>
      <Group gap={4} pr={8} wrap="nowrap">
        <button
          type="button"
          className={`bare-button ${classes.head}`}
          aria-expanded={detail !== null}
          aria-controls={detail ? contentId : undefined}
          {...{ [ROW_ATTRIBUTE]: id }}
          onClick={() => onToggle(id)}
        >
          <span className={classes.icon}>
            <KindIcon kind={kind} />
          </span>
          <span className={classes.words}>
            <span className={classes.subject}>
              {!read && <UnreadDot />}
              {subject ?? 'No subject'}
            </span>
            <span className="hint">
              {kindInfo(kind).title} · <When instant={item.createdDateUtc} />
            </span>
          </span>
        </button>
        <Tooltip label="Delete">
          <ActionIcon size={36} aria-label={`Delete ${subject ?? 'notification'}`} onClick={() => onRemove(id)}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      {detail && (
        <div id={contentId} className={classes.content}>
          <NotificationContent content={detail.content} />
        </div>
      )}
    </li>
  )
}

const When = ({ instant }: { instant: string }) => {
  const culture = useCulture()
  const timeZone = useAccount()?.timeZone
  return (
    <time dateTime={instant} title={formatDateTime(instant, timeZone)}>
      {formatRelativeTime(instant, Date.now(), culture)}
    </time>
  )
}
