import { presentAccount } from './account.present.ts'
import type { AccountRow } from './accounts.repo.ts'
import { presentLocation } from './location.usecases.ts'

const entriesOf = (account: AccountRow): [name: string, value: unknown][] => {
  const { definitions, ...settings } = presentAccount(account)
  return Object.entries({ ...settings, ...presentLocation(account), ...definitions })
}

const written = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '–' : String(value)

/** Each setting that differs, with both values: `{ currency: 'USD → EUR' }`. */
export const settingsChanged = (before: AccountRow, after: AccountRow): Readonly<Record<string, string>> => {
  const old = new Map(entriesOf(before))
  const changed = entriesOf(after).filter(([name, value]) => old.get(name) !== value)
  return Object.fromEntries(changed.map(([name, value]) => [name, `${written(old.get(name))} → ${written(value)}`]))
}
