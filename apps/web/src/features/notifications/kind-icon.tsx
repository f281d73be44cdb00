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
import type { NotificationKind } from '#domain/notification-kind.ts'

const ICONS = {
  serviceNeedsAttention: IconPlugConnectedX,
  credentialsExpiring: IconKey,
  syncFailed: IconAlertTriangle,
  syncRecovered: IconCircleCheck,
  importFinished: IconFileCheck,
  importFailed: IconFileX,
  insight: IconBulb,
  reportReady: IconMailCheck,
  reportNotSent: IconMailX,
  invitationAccepted: IconUserCheck,
  trialEnding: IconHourglassLow,
  paymentProblem: IconCreditCard,
  accountDeletion: IconTrash,
} as const satisfies Record<NotificationKind, unknown>

/** The icon of a notification kind; decorative, shown next to the kind's title. */
export const KindIcon = ({ kind }: { kind: NotificationKind }) => {
  const Icon = ICONS[kind]
  return <Icon size={20} stroke={1.5} aria-hidden />
}
