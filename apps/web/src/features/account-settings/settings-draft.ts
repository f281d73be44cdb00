import type { Account, AccountChange, DefinitionChoice, Location } from '#contract/account.ts'
import { type AccountSettingValues, getSetting, SETTING_IDS, type SettingId } from '#contract/account-settings.ts'
import { type FieldRule, maxLengthRule, requiredRule } from '#domain/field-rules.ts'

const ADDRESS_FIELDS = ['addressLine1', 'addressLine2', 'city', 'state', 'postalCode', 'country'] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]

/** Settings being edited, which are saved together. Unknown address fields are empty. */
export interface SettingsDraft extends AccountSettingValues, Readonly<Record<AddressField, string>> {
  /** the selected option by definition id; definitions that were never changed are absent */
  readonly definitions: Readonly<Record<string, string>>
}

export type DraftChange = (part: Partial<SettingsDraft>, key?: string) => void

const pickSettings = (values: AccountSettingValues): AccountSettingValues =>
  // Object.fromEntries loses the types of the entries.
  Object.fromEntries(SETTING_IDS.map((id) => [id, values[id]])) as unknown as AccountSettingValues

export const createDraft = (account: Account, location: Location): SettingsDraft => ({
  ...pickSettings(account),
  addressLine1: location.addressLine1 ?? '',
  addressLine2: location.addressLine2 ?? '',
  city: location.city ?? '',
  state: location.state ?? '',
  postalCode: location.postalCode ?? '',
  country: location.country ?? '',
  definitions: account.definitions,
})

type Definition = Pick<DefinitionChoice, 'id' | 'chosen'>

/** The option that the draft selects; `chosen` is the current one. */
export const selectedOption = (
  { definitions }: Pick<SettingsDraft, 'definitions'>,
  { id, chosen }: Definition,
): string => definitions[id] ?? chosen

/** The definitions with another option selected. Selecting the current option again is no change. */
export const selectOption = (
  { definitions }: SettingsDraft,
  saved: SettingsDraft,
  { id, chosen }: Definition,
  option: string,
): SettingsDraft['definitions'] => {
  if (option !== chosen || Object.hasOwn(saved.definitions, id)) return { ...definitions, [id]: option }
  const { [id]: _, ...others } = definitions
  return others
}

const isTextSetting = (id: SettingId): boolean => getSetting(id).field.kind === 'text'

const trimmed = (draft: SettingsDraft): SettingsDraft => ({
  ...draft,
  ...Object.fromEntries(
    [...SETTING_IDS.filter(isTextSetting), ...ADDRESS_FIELDS].map((field) => [field, String(draft[field]).trim()]),
  ),
})

const serializeDefinitions = ({ definitions }: SettingsDraft): string =>
  JSON.stringify(Object.entries(definitions).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The changes to send: only differences, so that concurrent changes of other settings stay. Null without changes. */
export const accountChange = (id: number, draft: SettingsDraft, saved: SettingsDraft): AccountChange | null => {
  const present = trimmed(draft)
  const changed = SETTING_IDS.filter((setting) => present[setting] !== saved[setting])
  const hasNewDefinitions = serializeDefinitions(present) !== serializeDefinitions(saved)
  if (changed.length === 0 && !hasNewDefinitions) return null
  return {
    id,
    ...Object.fromEntries(changed.map((setting) => [setting, present[setting]])),
    ...(hasNewDefinitions ? { definitions: present.definitions } : {}),
  }
}

/** The location to send; null when it has not changed. */
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

/** Serializes a draft so that equal texts mean equal saved settings. */
export const serializeDraft = (draft: SettingsDraft): string => {
  const present = trimmed(draft)
  return JSON.stringify([
    [...SETTING_IDS, ...ADDRESS_FIELDS].map((field) => present[field]),
    serializeDefinitions(present),
  ])
}

/** Messages by the field's name in the API. */
export type SettingsProblems = Readonly<Record<string, string>>

const LINE = [maxLengthRule(200)]

const ADDRESS_RULES: Readonly<Partial<Record<AddressField, readonly FieldRule<string>[]>>> = {
  addressLine1: LINE,
  addressLine2: LINE,
  city: LINE,
  state: LINE,
  postalCode: [maxLengthRule(20)],
}

const rulesFor = (id: SettingId): readonly FieldRule<string>[] => {
  const { field } = getSetting(id)
  return field.kind === 'text' ? [requiredRule, maxLengthRule(field.maxLength)] : []
}

const findProblem = (value: string, rules: readonly FieldRule<string>[]): string | null =>
  rules.map((rule) => rule(value.trim())).find((message) => message !== null) ?? null

/** Problems that can be found without the server. */
export const settingsProblems = (draft: SettingsDraft): SettingsProblems => {
  const problems = [
    ...SETTING_IDS.map((id) => [id, findProblem(String(draft[id]), rulesFor(id))] as const),
    ...ADDRESS_FIELDS.map((field) => [field, findProblem(draft[field], ADDRESS_RULES[field] ?? [])] as const),
  ]
  return Object.fromEntries(problems.flatMap(([field, message]) => (message === null ? [] : [[field, message]])))
}

/** A change that affects numbers, and its effect. */
export interface NumberChange {
  readonly title: string
  readonly effect: string
}

const definitionChanges = (
  draft: SettingsDraft,
  saved: SettingsDraft,
  definitions: readonly DefinitionChoice[],
): NumberChange[] =>
  definitions
    .filter((definition) => selectedOption(draft, definition) !== selectedOption(saved, definition))
    .map((definition) => {
      const selected = selectedOption(draft, definition)
      const label = definition.ways.find(({ value }) => value === selected)?.label ?? selected
      return { title: definition.title, effect: `Calculated as “${label}” from now on, including past months.` }
    })

/** The changes in the draft that affect numbers, with their effects. */
export const numberChanges = (
  draft: SettingsDraft,
  saved: SettingsDraft,
  definitions: readonly DefinitionChoice[],
): NumberChange[] => [
  ...SETTING_IDS.filter((id) => draft[id] !== saved[id]).flatMap(
    (id) => getSetting(id).describeChange?.(draft[id]) ?? [],
  ),
  ...definitionChanges(draft, saved, definitions),
]

export const changesNumbers = (draft: SettingsDraft, saved: SettingsDraft): boolean =>
  SETTING_IDS.some((id) => getSetting(id).affects !== 'nothing' && draft[id] !== saved[id]) ||
  JSON.stringify(draft.definitions) !== JSON.stringify(saved.definitions)
