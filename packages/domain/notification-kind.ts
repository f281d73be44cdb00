import type { Permission } from './role.ts'

/** Icons that the web app can show for a kind. */
export type NotificationIcon =
  | 'alert'
  | 'bell'
  | 'bulb'
  | 'check'
  | 'creditCard'
  | 'fileCheck'
  | 'fileX'
  | 'hourglass'
  | 'key'
  | 'mailCheck'
  | 'mailX'
  | 'plugX'
  | 'share'
  | 'trash'
  | 'userCheck'

export interface NotificationKindInfo {
  readonly title: string
  readonly icon: NotificationIcon
  /** when it is sent, as a sentence */
  readonly description: string
  /** only users with this permission receive it */
  readonly audience: Permission
  /** default for emailing it; null: another email is sent anyway */
  readonly email: boolean | null
  /** true: users cannot turn it off */
  readonly isMandatory?: true
}

/** Every notification kind. All are shown in the app by default. Preferences, filters, icons and emails derive from these entries. */
const NOTIFICATION_KINDS = {
  serviceNeedsAttention: {
    title: 'Service needs attention',
    icon: 'plugX',
    description: 'A platform rejected Cuvee’s credentials, so they need to be entered again.',
    audience: 'administration',
    email: true,
  },
  credentialsExpiring: {
    title: 'Credentials expire soon',
    icon: 'key',
    description: 'A service’s credentials expire within two weeks.',
    audience: 'administration',
    email: true,
  },
  syncFailed: {
    title: 'Sync failed',
    icon: 'alert',
    description: 'A service couldn’t be synced. You’re notified once until it works again.',
    audience: 'administration',
    email: true,
  },
  syncRecovered: {
    title: 'Sync restored',
    icon: 'check',
    description: 'A service that had failed is syncing again.',
    audience: 'administration',
    email: false,
  },
  recordsSkipped: {
    title: 'Records skipped',
    icon: 'fileX',
    description: 'A platform sent records that couldn’t be used. You’re notified once until all of them are fixed.',
    audience: 'administration',
    email: true,
  },
  dataRepaired: {
    title: 'Data repaired',
    icon: 'check',
    description: 'After a restore, your records and settings didn’t match and were repaired.',
    audience: 'administration',
    email: true,
  },
  importFinished: {
    title: 'Import finished',
    icon: 'fileCheck',
    description: 'A file you uploaded was imported after you left the page.',
    audience: 'administration',
    email: false,
  },
  importFailed: {
    title: 'Import failed',
    icon: 'fileX',
    description: 'A file you uploaded couldn’t be imported after you left the page.',
    audience: 'administration',
    email: true,
  },
  insight: {
    title: 'New insight',
    icon: 'bulb',
    description: 'Something in your numbers is unusual or needs a decision.',
    audience: 'reports',
    email: false,
  },
  insightAssigned: {
    title: 'Insight assigned',
    icon: 'bulb',
    description: 'A colleague assigned an insight to you.',
    audience: 'reports',
    email: true,
  },
  alert: {
    title: 'Alert',
    icon: 'bell',
    description: 'A number met the condition of your alert, or of one a colleague set up for you.',
    audience: 'reports',
    email: true,
  },
  dashboardShared: {
    title: 'Dashboard shared',
    icon: 'share',
    description: 'A colleague gave you access to a dashboard.',
    audience: 'signedIn',
    email: false,
  },
  reportReady: {
    title: 'Report ready',
    icon: 'mailCheck',
    description: 'A scheduled report was emailed to you.',
    audience: 'signedIn',
    email: null,
  },
  reportNotSent: {
    title: 'Report not sent',
    icon: 'mailX',
    description: 'A report you scheduled couldn’t be sent.',
    audience: 'sharing',
    email: true,
  },
  channelStopped: {
    title: 'Channel stopped',
    icon: 'plugX',
    description: 'Slack or Microsoft Teams no longer accepts messages for one of your channels.',
    audience: 'administration',
    email: true,
  },
  invitationAccepted: {
    title: 'Invitation accepted',
    icon: 'userCheck',
    description: 'Someone you invited has joined.',
    audience: 'administration',
    email: false,
  },
  serviceKeyDecision: {
    title: 'Service key needs a decision',
    icon: 'key',
    description: 'Someone who created a service key lost access or the right to create one.',
    audience: 'ownership',
    email: true,
  },
  trialEnding: {
    title: 'Trial ending',
    icon: 'hourglass',
    description: 'Your trial ends soon or has ended.',
    audience: 'billing',
    email: true,
  },
  paymentProblem: {
    title: 'Payment problem',
    icon: 'creditCard',
    description: 'A payment didn’t go through.',
    audience: 'billing',
    email: true,
    isMandatory: true,
  },
  accountDeletion: {
    title: 'Account deletion',
    icon: 'trash',
    description: 'The account is scheduled for deletion or was restored.',
    audience: 'administration',
    email: true,
    isMandatory: true,
  },
} as const satisfies Record<string, NotificationKindInfo>

export type NotificationKind = keyof typeof NOTIFICATION_KINDS

export const isNotificationKind = (text: string): text is NotificationKind => Object.hasOwn(NOTIFICATION_KINDS, text)

/** In display order. */
export const NOTIFICATION_KIND_IDS: readonly NotificationKind[] =
  Object.keys(NOTIFICATION_KINDS).filter(isNotificationKind)

export const kindInfo = (kind: NotificationKind): NotificationKindInfo => NOTIFICATION_KINDS[kind]
