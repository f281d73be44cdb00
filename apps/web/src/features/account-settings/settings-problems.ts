import { type FieldRule, maxLengthRule, requiredRule } from '#domain/field-rules.ts'
import type { AddressField, SettingsDraft } from './settings-draft.ts'

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
