import {
  IconAlertTriangle,
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
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react'
import { kindInfo, type NotificationIcon, type NotificationKind } from '#domain/notification-kind.ts'

const ICONS: Readonly<Record<NotificationIcon, typeof IconKey>> = {
  alert: IconAlertTriangle,
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
  trash: IconTrash,
  userCheck: IconUserCheck,
}

/** The icon of a notification kind; decorative, shown next to the kind's title. */
export const KindIcon = ({ kind }: { kind: NotificationKind }) => {
  const Icon = ICONS[kindInfo(kind).icon]
  return <Icon size={20} stroke={1.5} aria-hidden />
}
