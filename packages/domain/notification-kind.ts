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
  /** default for showing it in the app */
  readonly inApp: boolean
  /** default for emailing it; null: another email is sent anyway */
  readonly email: boolean | null
  /** false: users cannot change the defaults */
  readonly canBeMuted: boolean
}

/** Every notification kind. Preferences, filters, icons and emails derive from these entries. */
const NOTIFICATION_KINDS = {
  serviceNeedsAttention: {
    title: 'Service needs attention',
    icon: 'plugX',
    description: 'A platform rejected Cuvee’s credentials, so they need to be entered again.',
    audience: 'administration',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  credentialsExpiring: {
    title: 'Credentials expire soon',
    icon: 'key',
    description: 'A service’s credentials expire within two weeks.',
    audience: 'administration',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  syncFailed: {
    title: 'Sync failed',
    icon: 'alert',
    description: 'A service couldn’t be synced. You’re notified once until it works again.',
    audience: 'administration',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  syncRecovered: {
    title: 'Sync restored',
    icon: 'check',
    description: 'A service that had failed is syncing again.',
    audience: 'administration',
    inApp: true,
    email: false,
    canBeMuted: true,
  },
  recordsSkipped: {
    title: 'Records skipped',
    icon: 'fileX',
    description: 'A platform sent records that couldn’t be used. You’re notified once until all of them are fixed.',
    audience: 'administration',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  dataRepaired: {
    title: 'Data repaired',
    icon: 'check',
    description: 'After a restore, your records and settings didn’t match and were repaired.',
    audience: 'administration',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  importFinished: {
    title: 'Import finished',
    icon: 'fileCheck',
    description: 'A file you uploaded was imported after you left the page.',
    audience: 'administration',
    inApp: true,
    email: false,
    canBeMuted: true,
  },
  importFailed: {
    title: 'Import failed',
    icon: 'fileX',
    description: 'A file you uploaded couldn’t be imported after you left the page.',
    audience: 'administration',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  insight: {
    title: 'New insight',
    icon: 'bulb',
    description: 'Something in your numbers is unusual or needs a decision.',
    audience: 'reports',
    inApp: true,
    email: false,
    canBeMuted: true,
  },
  insightAssigned: {
    title: 'Insight assigned',
    icon: 'bulb',
    description: 'A colleague assigned an insight to you.',
    audience: 'reports',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  alert: {
    title: 'Alert',
    icon: 'bell',
    description: 'A number met the condition of your alert, or of one a colleague set up for you.',
    audience: 'reports',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  dashboardShared: {
    title: 'Dashboard shared',
    icon: 'share',
    description: 'A colleague gave you access to a dashboard.',
    audience: 'signedIn',
    inApp: true,
    email: false,
    canBeMuted: true,
  },
  reportReady: {
    title: 'Report ready',
    icon: 'mailCheck',
    description: 'A scheduled report was emailed to you.',
    audience: 'signedIn',
    inApp: true,
    email: null,
    canBeMuted: true,
  },
  reportNotSent: {
    title: 'Report not sent',
    icon: 'mailX',
    description: 'A report you scheduled couldn’t be sent.',
    audience: 'sharing',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  invitationAccepted: {
    title: 'Invitation accepted',
    icon: 'userCheck',
    description: 'Someone you invited has joined.',
    audience: 'administration',
    inApp: true,
    email: false,
    canBeMuted: true,
  },
  serviceKeyDecision: {
    title: 'Service key needs a decision',
    icon: 'key',
    description: 'Someone who created a service key lost access or the right to create one.',
    audience: 'ownership',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  trialEnding: {
    title: 'Trial ending',
    icon: 'hourglass',
    description: 'Your trial ends soon or has ended.',
    audience: 'billing',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  paymentProblem: {
    title: 'Payment problem',
    icon: 'creditCard',
    description: 'A payment didn’t go through.',
    audience: 'billing',
    inApp: true,
    email: true,
    canBeMuted: false,
  },
  accountDeletion: {
    title: 'Account deletion',
    icon: 'trash',
    description: 'The account is scheduled for deletion or was restored.',
    audience: 'administration',
    inApp: true,
    email: true,
    canBeMuted: false,
  },
} as const satisfies Record<string, NotificationKindInfo>

export type NotificationKind = keyof typeof NOTIFICATION_KINDS

export const isNotificationKind = (text: string): text is NotificationKind => Object.hasOwn(NOTIFICATION_KINDS, text)

/** In display order. */
export const NOTIFICATION_KIND_IDS: readonly NotificationKind[] =
  Object.keys(NOTIFICATION_KINDS).filter(isNotificationKind)

export const kindInfo = (kind: NotificationKind): NotificationKindInfo => NOTIFICATION_KINDS[kind]
