import type { SettingSchema, SettingsSchema } from '#connectors/kit/manifest.ts'
import { failFields } from '#contract/errors.ts'

type Settings = Readonly<Record<string, unknown>>

/**
 * The settings with their defaults. Throws `request.invalid`, one entry per setting that is unknown, missing or wrong.
 */
export const checkSettings = ({ properties, required = [] }: SettingsSchema, given: Settings): Settings => {
  const unknown = Object.keys(given)
    .filter((name) => properties[name] === undefined)
    .map((name) => ({ field: `settings.${name}`, message: 'This setting is not known' }))
  const wrong = Object.entries(properties).flatMap(([name, schema]) => {
    const value = given[name]
    const message = value === undefined ? missing(required.includes(name)) : wrongValue(schema, value)
    return message === null ? [] : [{ field: `settings.${name}`, message }]
  })
  const items = [...unknown, ...wrong]
  if (items.length > 0) throw failFields('request.invalid', items)
  const defaults = Object.entries(properties).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default] as const],
  )
  return { ...Object.fromEntries(defaults), ...given }
}

const missing = (isRequired: boolean): string | null => (isRequired ? 'This field is required' : null)

const wrongValue = (schema: SettingSchema, value: unknown): string | null => {
  if (schema.type === 'boolean') return typeof value === 'boolean' ? null : 'This must be true or false'
  if (schema.type === 'integer') return wrongInteger(schema, value)
  if (typeof value !== 'string') return 'This must be text'
  if (schema.enum && !schema.enum.includes(value)) return `This must be one of ${schema.enum.join(', ')}`
  const { maxLength = 1000 } = schema
  return value.length > maxLength ? `This field must be less than ${maxLength} characters` : null
}

const wrongInteger = ({ minimum, maximum }: SettingSchema, value: unknown): string | null => {
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'This must be a whole number'
  if (minimum !== undefined && value < minimum) return `This field must be greater than ${minimum}`
  return maximum !== undefined && value > maximum ? `This field must be less than ${maximum}` : null
}
