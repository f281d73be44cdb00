import type { Account } from '#contract/account.ts'
import type { ConnectionTest } from '#contract/service-checks.ts'
import { type ServiceType, SYNC_INTERVALS } from '#contract/services.ts'
import { isSameTimeZone } from '#domain/locale.ts'

/** `platform`: type · `settings`: connection · `finish`: name and interval, or the first file */
export type WizardStep = 'platform' | 'settings' | 'finish'

interface WizardPosition {
  readonly type: ServiceType | null
  readonly step: string | undefined
  /** the type has settings to fill in */
  readonly hasSettings: boolean
  /** the current settings were tested successfully */
  readonly isTested: boolean
}

/** The step to show: never one whose previous step is incomplete. */
export const currentStep = ({ type, step, hasSettings, isTested }: WizardPosition): WizardStep => {
  if (type === null || !type.available) return 'platform'
  if (!hasSettings) return 'finish'
  return step === 'finish' && isTested ? 'finish' : 'settings'
}

/** The wizard's steps in order. */
export const wizardSteps = (hasSettings: boolean): WizardStep[] =>
  hasSettings ? ['platform', 'settings', 'finish'] : ['platform', 'finish']

type AccountRegion = Pick<Account, 'timeZone' | 'currency'>

/** Differences between the platform's business and the account, with their consequences. */
export const accountDifferences = (
  { timeZone, currency }: Pick<ConnectionTest, 'timeZone' | 'currency'>,
  account: AccountRegion,
): string[] => [
  ...(timeZone === null || isSameTimeZone(timeZone, account.timeZone)
    ? []
    : [
        `The business is in ${timeZone}, but your account is in ${account.timeZone}. Days start at midnight in your account’s time zone, so daily totals can differ from the platform’s.`,
      ]),
  ...(currency === null || currency === account.currency
    ? []
    : [
        `The business sells in ${currency}, but your account uses ${account.currency}. Amounts aren’t converted, so make sure this is the right business.`,
      ]),
]

/** Minutes between syncs, or null: manual. */
export type SyncInterval = number | null

export const STANDARD_INTERVAL = 60

const HOUR = 60
const DAY = 1440

/** "Every 3 hours". */
export const intervalLabel = (minutes: SyncInterval): string => {
  if (minutes === null) return 'Manually'
  if (minutes === DAY) return 'Once a day'
  if (minutes === HOUR) return 'Every hour'
  return minutes > HOUR ? `Every ${minutes / HOUR} hours` : `Every ${minutes} minutes`
}

const MANUAL = 'by-hand'

export const INTERVAL_OPTIONS = [...SYNC_INTERVALS, null].map((minutes) => ({
  value: minutes === null ? MANUAL : String(minutes),
  label: intervalLabel(minutes),
}))

export const toOption = (minutes: SyncInterval): string => (minutes === null ? MANUAL : String(minutes))
export const fromOption = (choice: string): SyncInterval => (choice === MANUAL ? null : Number(choice))
