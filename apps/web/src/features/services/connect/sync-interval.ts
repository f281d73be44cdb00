import { SYNC_INTERVALS } from '#contract/services.ts'

/** Minutes from sync to sync, or null: only by hand. */
export type SyncInterval = number | null

export const STANDARD_INTERVAL = 60

const HOUR = 60
const DAY = 1440

/** "Every 3 hours". */
export const intervalWords = (minutes: SyncInterval): string => {
  if (minutes === null) return 'Manually'
  if (minutes === DAY) return 'Once a day'
  if (minutes === HOUR) return 'Every hour'
  return minutes > HOUR ? `Every ${minutes / HOUR} hours` : `Every ${minutes} minutes`
}

const BY_HAND = 'by-hand'

/** What a select offers. */
export const INTERVAL_CHOICES = [...SYNC_INTERVALS, null].map((minutes) => ({
  value: minutes === null ? BY_HAND : String(minutes),
  label: intervalWords(minutes),
}))

export const choiceOf = (minutes: SyncInterval): string => (minutes === null ? BY_HAND : String(minutes))
export const intervalOf = (choice: string): SyncInterval => (choice === BY_HAND ? null : Number(choice))
