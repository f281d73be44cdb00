import type { SettingSchema, SettingsSchema } from '#connectors/kit/manifest.ts'
import { findConnector, findPlatformConnector } from '#connectors/registry.ts'
import { fail, failFields } from '#contract/errors.ts'

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
const checkSettings = (
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

interface StoredConnection extends Pick<CheckedSettings, 'secrets'> {
  /** null: the settings must hold the credentials */
  readonly grant: object | null
  /** stored settings; default: none */
  readonly settings?: Settings
}

/** `checkSettings` for a connector's settings; those that a user's consent on the platform replaces aren't required with one. */
export const checkConnectionSettings = (
  type: string,
  given: Settings,
  { secrets, grant, settings }: StoredConnection,
): CheckedSettings => {
  const schema = findConnector(type)?.settingsSchema
  if (!schema) throw fail('service.unknown_type', { field: 'type' })
  const { asks = [], replaces: replaced = [] } = (grant !== null && findPlatformConnector(type)?.authorization) || {}
  const required = (schema.required ?? []).filter((name) => !replaced.includes(name))
  const checked = checkSettings({ ...schema, required }, given, secrets)
  // The user consented for this store, and its token must not be sent to another.
  const moved = settings ? asks.filter((name) => checked.settings[name] !== settings[name]) : []
  if (moved.length > 0) {
    const message = 'Add a new service for another store'
    throw failFields(
      'request.invalid',
      moved.map((name) => ({ field: `settings.${name}`, message })),
    )
  }
  return checked
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
