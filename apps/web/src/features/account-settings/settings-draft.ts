import type { Account, AccountChange, DefinitionChoice, Location } from '#contract/account.ts'

const ADDRESS_FIELDS = ['addressLine1', 'addressLine2', 'city', 'state', 'postalCode', 'country'] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]

/** What can be sent of an account, beside its id and its definitions. */
const ACCOUNT_FIELDS = ['name', 'timeZone', 'currency', 'culture', 'weekStart', 'fiscalYearStartMonth'] as const
type AccountField = (typeof ACCOUNT_FIELDS)[number]

/** Settings that are saved together, while somebody changes them. Address fields are empty where nothing is known. */
export interface SettingsDraft extends Pick<Account, AccountField>, Readonly<Record<AddressField, string>> {
  /** the way chosen, by the id of its choice; of a choice that was never made the standard way is in force */
  readonly definitions: Readonly<Record<string, string>>
}

export type DraftChange = (part: Partial<SettingsDraft>, key?: string) => void

export const draftOf = (account: Account, location: Location): SettingsDraft => ({
  name: account.name,
  timeZone: account.timeZone,
  currency: account.currency,
  culture: account.culture,
  weekStart: account.weekStart,
  fiscalYearStartMonth: account.fiscalYearStartMonth,
  addressLine1: location.addressLine1 ?? '',
  addressLine2: location.addressLine2 ?? '',
  city: location.city ?? '',
  state: location.state ?? '',
  postalCode: location.postalCode ?? '',
  country: location.country ?? '',
  definitions: account.definitions,
})

type Choice = Pick<DefinitionChoice, 'id' | 'chosen'>

/** The way that the draft counts by. `choice` says which one is in force now. */
export const wayOf = ({ definitions }: Pick<SettingsDraft, 'definitions'>, { id, chosen }: Choice): string =>
  definitions[id] ?? chosen

/** With another way; going back to the one in force is no change. */
export const withWay = (
  { definitions }: SettingsDraft,
  saved: SettingsDraft,
  { id, chosen }: Choice,
  way: string,
): SettingsDraft['definitions'] => {
  if (way !== chosen || id in saved.definitions) return { ...definitions, [id]: way }
  const { [id]: _, ...others } = definitions
  return others
}

const trimmed = (draft: SettingsDraft): SettingsDraft => ({
  ...draft,
  ...Object.fromEntries(['name' as const, ...ADDRESS_FIELDS].map((field) => [field, draft[field].trim()])),
})

const wireOfDefinitions = ({ definitions }: SettingsDraft): string =>
  JSON.stringify(Object.entries(definitions).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** What the account is told: only what differs, so that a colleague's change of something else stays. Null: nothing does. */
export const accountChange = (id: number, draft: SettingsDraft, saved: SettingsDraft): AccountChange | null => {
  const present = trimmed(draft)
  const differing = ACCOUNT_FIELDS.filter((field) => present[field] !== saved[field])
  const hasNewWays = wireOfDefinitions(present) !== wireOfDefinitions(saved)
  if (differing.length === 0 && !hasNewWays) return null
  return {
    id,
    ...Object.fromEntries(differing.map((field) => [field, present[field]])),
    ...(hasNewWays ? { definitions: present.definitions } : {}),
  }
}

/** Where the winery is, as the call takes it; null when that did not change. */
export const locationChange = (draft: SettingsDraft, saved: SettingsDraft): Location | null => {
  const present = trimmed(draft)
  if (ADDRESS_FIELDS.every((field) => present[field] === saved[field])) return null
  const { timeZone, addressLine1, addressLine2, city, state, postalCode, country } = present
  return {
    addressLine1: addressLine1 || null,
    addressLine2: addressLine2 || null,
    city: city || null,
    state: state || null,
    postalCode: postalCode || null,
    country: country || null,
    timeZone,
  }
}

/** Equal texts for drafts that would be saved alike. */
export const wireOf = (draft: SettingsDraft): string => {
  const present = trimmed(draft)
  return JSON.stringify([
    [...ACCOUNT_FIELDS, ...ADDRESS_FIELDS].map((field) => present[field]),
    wireOfDefinitions(present),
  ])
}
