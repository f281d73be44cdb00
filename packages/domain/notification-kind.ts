import type { Permission } from './permission.ts'

export interface NotificationKindInfo {
  readonly title: string
  /** when it comes, as a sentence */
  readonly description: string
  /** row of the permission table: only its users are told */
  readonly audience: Permission
  /** whether it stands under the bell, unless a user says otherwise */
  readonly inApp: boolean
  /** whether it is also mailed, unless a user says otherwise; null: a mail of its own goes out anyway */
  readonly email: boolean | null
  /** false: too important for a user to say otherwise */
  readonly canBeMuted: boolean
}

/** What users are told of, one entry a kind; preferences, filters and mails follow from it. */
const NOTIFICATION_KINDS = {
  serviceNeedsAttention: {
    title: 'Service needs attention',
    description: 'A platform rejected Cuvee’s credentials, so they need to be entered again.',
    audience: 'administration',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  credentialsExpiring: {
    title: 'Credentials expire soon',
    description: 'A service’s credentials expire within two weeks.',
    audience: 'administration',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  syncFailed: {
    title: 'Sync failed',
    description: 'A service couldn’t be synced. You’re notified once until it works again.',
    audience: 'administration',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  syncRecovered: {
    title: 'Sync restored',
    description: 'A service that had failed is syncing again.',
    audience: 'administration',
    inApp: true,
    email: false,
    canBeMuted: true,
  },
  importFinished: {
    title: 'Import finished',
    description: 'A file you uploaded was imported after you left the page.',
    audience: 'administration',
    inApp: true,
    email: false,
    canBeMuted: true,
  },
  importFailed: {
    title: 'Import failed',
    description: 'A file you uploaded couldn’t be imported after you left the page.',
    audience: 'administration',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  insight: {
    title: 'New insight',
    description: 'Something in your numbers is unusual or needs a decision.',
    audience: 'reports',
    inApp: true,
    email: false,
    canBeMuted: true,
  },
  reportReady: {
    title: 'Report ready',
    description: 'A scheduled report was emailed to you.',
    audience: 'signedIn',
    inApp: true,
    email: null,
    canBeMuted: true,
  },
  reportNotSent: {
    title: 'Report not sent',
    description: 'A report you scheduled couldn’t be sent.',
    audience: 'sharing',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  invitationAccepted: {
    title: 'Invitation accepted',
    description: 'Someone you invited has joined.',
    audience: 'administration',
    inApp: true,
    email: false,
    canBeMuted: true,
  },
  trialEnding: {
    title: 'Trial ending',
    description: 'Your trial ends soon or has ended.',
    audience: 'billing',
    inApp: true,
    email: true,
    canBeMuted: true,
  },
  paymentProblem: {
    title: 'Payment problem',
    description: 'A payment didn’t go through.',
    audience: 'billing',
    inApp: true,
    email: true,
    canBeMuted: false,
  },
  accountDeletion: {
    title: 'Account deletion',
    description: 'The account is scheduled for deletion or was restored.',
    audience: 'administration',
    inApp: true,
    email: true,
    canBeMuted: false,
  },
} as const satisfies Record<string, NotificationKindInfo>

export type NotificationKind = keyof typeof NOTIFICATION_KINDS

export const isNotificationKind = (text: string): text is NotificationKind => Object.hasOwn(NOTIFICATION_KINDS, text)

/** In the order in which they are listed. */
export const NOTIFICATION_KIND_IDS: readonly NotificationKind[] =
  Object.keys(NOTIFICATION_KINDS).filter(isNotificationKind)

/** What is known of a kind. */
export const kindInfo = (kind: NotificationKind): NotificationKindInfo => NOTIFICATION_KINDS[kind]
