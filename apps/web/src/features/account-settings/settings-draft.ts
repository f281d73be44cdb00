import type { Account, AccountChange, DefinitionChoice, Location } from '#contract/account.ts'
import { type FieldRule, maxLengthRule, requiredRule } from '#domain/field-rules.ts'
import type { WeekStart } from '#domain/ranges/period.ts'

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

/** A message for each field at fault, by the field's name on the wire. */
export type SettingsProblems = Readonly<Record<string, string>>

const LENGTHS = { short: maxLengthRule(20), name: maxLengthRule(100), line: maxLengthRule(200) }

const RULES: Readonly<Record<'name' | Exclude<AddressField, 'country'>, readonly FieldRule<string>[]>> = {
  name: [requiredRule, LENGTHS.name],
  addressLine1: [LENGTHS.line],
  addressLine2: [LENGTHS.line],
  city: [LENGTHS.line],
  state: [LENGTHS.line],
  postalCode: [LENGTHS.short],
}

const isRuled = (field: string): field is keyof typeof RULES => field in RULES

/** What is wrong with the draft as far as the page can tell. */
export const settingsProblems = (draft: SettingsDraft): SettingsProblems => {
  const messages = Object.keys(RULES)
    .filter(isRuled)
    .map((field) => {
      const value = draft[field].trim()
      return [field, RULES[field].map((rule) => rule(value)).find((message) => message !== null)] as const
    })
  return Object.fromEntries(messages.flatMap(([field, message]) => (message ? [[field, message]] : [])))
}

/** Something that numbers depend on, with what its change does to them. */
export interface NumberChange {
  readonly what: string
  readonly effect: string
}

export const WEEK_START_NAMES: Readonly<Record<WeekStart, string>> = {
  monday: 'Monday',
  sunday: 'Sunday',
  saturday: 'Saturday',
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** 1 to 12, in words. */
export const monthName = (month: number): string => MONTH.format(Date.UTC(2024, month - 1, 1))

/** Days after which a quarter ends, in words of the fiscal year that begins in `month`. */
const quartersText = (month: number): string => {
  const starts = [0, 3, 6, 9].map((later) => monthName(((month - 1 + later) % 12) + 1))
  return `Quarters then begin in ${starts.slice(0, 3).join(', ')} and ${starts[3]}.`
}

const definitionChanges = (
  draft: SettingsDraft,
  saved: SettingsDraft,
  choices: readonly DefinitionChoice[],
): NumberChange[] =>
  choices
    .filter((choice) => wayOf(draft, choice) !== wayOf(saved, choice))
    .map((choice) => {
      const chosen = wayOf(draft, choice)
      const label = choice.ways.find(({ value }) => value === chosen)?.label ?? chosen
      return { what: choice.title, effect: `Counted by “${label}” from now on, in past months too.` }
    })

/** What saving the draft does to numbers that were seen before; empty when it leaves them alone. */
export const numberChanges = (
  draft: SettingsDraft,
  saved: SettingsDraft,
  choices: readonly DefinitionChoice[],
): NumberChange[] => {
  const changes: NumberChange[] = []
  if (draft.timeZone !== saved.timeZone) {
    changes.push({
      what: `Time zone: ${draft.timeZone}`,
      effect:
        'Every order moves to its local day there. Orders near midnight can change day, month and year. This is worked out anew for all records, which can take some minutes.',
    })
  }
  if (draft.currency !== saved.currency) {
    changes.push({
      what: `Currency: ${draft.currency}`,
      effect: `Amounts count in ${draft.currency} only. Nothing is converted: orders in other currencies are left out and shown as excluded.`,
    })
  }
  if (draft.weekStart !== saved.weekStart) {
    changes.push({
      what: `Weeks begin on ${WEEK_START_NAMES[draft.weekStart]}`,
      effect: 'Figures by week, and “this week” and “last week”, cover other days.',
    })
  }
  if (draft.fiscalYearStartMonth !== saved.fiscalYearStartMonth) {
    changes.push({
      what: `Fiscal year begins in ${monthName(draft.fiscalYearStartMonth)}`,
      effect: `“This year”, quarters and year to date cover other days. ${quartersText(draft.fiscalYearStartMonth)}`,
    })
  }
  return [...changes, ...definitionChanges(draft, saved, choices)]
}
