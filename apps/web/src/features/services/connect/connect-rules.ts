import type { Account } from '#contract/account.ts'
import { type ConnectionTest, type ServiceType, SYNC_INTERVALS } from '#contract/services.ts'

/** `platform`: what to connect · `settings`: how it is reached · `finish`: what it is called and how often it is fetched */
export type WizardStep = 'platform' | 'settings' | 'finish'

interface WizardPosition {
  readonly type: ServiceType | null
  readonly step: string | undefined
  /** the type has settings to fill in */
  readonly hasSettings: boolean
  /** the present settings were tried and work */
  readonly isTested: boolean
}

/** The step to show: never one that a step before it has not been done for. */
export const stepOf = ({ type, step, hasSettings, isTested }: WizardPosition): WizardStep => {
  if (type === null || !type.available) return 'platform'
  if (!hasSettings) return 'finish'
  return step === 'finish' && isTested ? 'finish' : 'settings'
}

/** The steps on the way to such a service, in order. */
export const stepsOf = (hasSettings: boolean): WizardStep[] =>
  hasSettings ? ['platform', 'settings', 'finish'] : ['platform', 'finish']

type AccountRegion = Pick<Account, 'timeZone' | 'currency'>

/** In what the business, as its platform knows it, differs from the account, and what that means; a sentence each. */
export const accountDifferences = (
  { timeZone, currency }: Pick<ConnectionTest, 'timeZone' | 'currency'>,
  account: AccountRegion,
): string[] => [
  ...(timeZone === null || timeZone === account.timeZone
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

/** Minutes from sync to sync, or null: only by hand. */
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

/** What a select offers. */
export const INTERVAL_OPTIONS = [...SYNC_INTERVALS, null].map((minutes) => ({
  value: minutes === null ? MANUAL : String(minutes),
  label: intervalLabel(minutes),
}))

export const toOption = (minutes: SyncInterval): string => (minutes === null ? MANUAL : String(minutes))
export const fromOption = (choice: string): SyncInterval => (choice === MANUAL ? null : Number(choice))
