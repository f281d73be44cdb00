import type { SettingSchema, SettingsSchema } from '#connectors/kit/manifest.ts'
import { failFields } from '#contract/errors.ts'

type Settings = Readonly<Record<string, unknown>>

/** Settings of a connection, with secrets separated. */
export interface CheckedSettings {
  readonly settings: Settings
  readonly secrets: Readonly<Record<string, string>>
}

/**
 * Checks settings, fills in defaults and separates secrets. An omitted secret keeps its stored value; an empty one is
 * removed. Throws `request.invalid`, one entry per setting that is unknown, missing or wrong.
 */
export const checkSettings = (
  { properties, required = [] }: SettingsSchema,
  given: Settings,
  stored: CheckedSettings['secrets'] = {},
): CheckedSettings => {
  const isSecret = (name: string) => properties[name]?.writeOnly === true
  const kept = Object.entries(stored).filter(([name]) => given[name] === undefined && isSecret(name))
  const all: Settings = { ...Object.fromEntries(kept), ...dropEmptySecrets(given, isSecret) }
  const unknown = Object.keys(given)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => ({ field: `settings.${name}`, message: 'This setting is unknown' }))
  const wrong = Object.entries(properties).flatMap(([name, schema]) => {
    const value = all[name]
    const message = isAbsent(value, schema) ? missingProblem(required.includes(name)) : valueProblem(schema, value)
    return message === null ? [] : [{ field: `settings.${name}`, message }]
  })
  const items = [...unknown, ...wrong]
  if (items.length > 0) throw failFields('request.invalid', items)
  const defaults = Object.entries(properties).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default] as const],
  )
  const open = Object.entries(all).filter(([name]) => !isSecret(name))
  const secrets = Object.entries(all).flatMap(([name, value]) =>
    isSecret(name) && typeof value === 'string' ? [[name, value] as const] : [],
  )
  return {
    settings: { ...Object.fromEntries(defaults), ...Object.fromEntries(open) },
    secrets: Object.fromEntries(secrets),
  }
}

const dropEmptySecrets = (given: Settings, isSecret: (name: string) => boolean): Settings =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => !(isSecret(name) && value === '')))

const isAbsent = (value: unknown, { type }: SettingSchema): boolean =>
  value === undefined || (type === 'string' && value === '')

const missingProblem = (isRequired: boolean): string | null => (isRequired ? 'This field is required' : null)

const valueProblem = (schema: SettingSchema, value: unknown): string | null => {
  if (schema.type === 'boolean') return typeof value === 'boolean' ? null : 'This must be true or false'
  if (schema.type === 'integer') return integerProblem(schema, value)
  return typeof value === 'string' ? textProblem(schema, value) : 'This must be text'
}

const textProblem = (schema: SettingSchema, value: string): string | null => {
  const { maxLength = 1000, pattern, patternMessage = 'This format is invalid' } = schema
  if (schema.enum && !schema.enum.includes(value)) return `This must be one of ${schema.enum.join(', ')}`
  if (value.length > maxLength) return `This field must be less than ${maxLength} characters`
  return pattern === undefined || new RegExp(`^(?:${pattern})$`).test(value) ? null : patternMessage
}

const integerProblem = ({ minimum, maximum }: SettingSchema, value: unknown): string | null => {
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'This must be a whole number'
  if (minimum !== undefined && value < minimum) return `This field must be greater than ${minimum}`
  return maximum !== undefined && value > maximum ? `This field must be less than ${maximum}` : null
}
