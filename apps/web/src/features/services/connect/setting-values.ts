import { z } from 'zod'
import type { Service, ServiceType } from '#contract/services.ts'
import { maxLengthRule, minMaxRule, requiredRule } from '#domain/field-rules.ts'
import { hasPlatform } from '../state/service-state.ts'

const Property = z.object({
  type: z.enum(['string', 'integer', 'boolean']),
  title: z.string(),
  description: z.string().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  enum: z.array(z.string()).optional(),
  /** shown for the values of `enum`, in their order */
  enumTitles: z.array(z.string()).optional(),
  /** the whole text has to match */
  pattern: z.string().optional(),
  patternMessage: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  writeOnly: z.boolean().optional(),
  multiline: z.boolean().optional(),
  /** folded away */
  advanced: z.boolean().optional(),
  /** shown only where it has a value */
  deprecated: z.boolean().optional(),
})

const Schema = z.object({
  properties: z.record(z.string(), Property).default({}),
  required: z.array(z.string()).default([]),
})

/** A form field of one setting. */
export interface SettingField extends z.infer<typeof Property> {
  readonly name: string
  readonly isRequired: boolean
  /** stored encrypted and never shown again */
  readonly isSecret: boolean
}

/** The settings of a service type in schema order. Throws for an unsupported schema. */
export const settingFields = (schema: Readonly<Record<string, unknown>>): SettingField[] => {
  const { properties, required } = Schema.parse(schema)
  return Object.entries(properties).map(([name, property]) => ({
    ...property,
    name,
    isRequired: required.includes(name),
    isSecret: property.writeOnly === true,
  }))
}

/** The fields of a service type. Types without a platform use their defaults. */
export const toSettingFields = (type: Pick<ServiceType, 'type' | 'settingsSchema'>): SettingField[] =>
  hasPlatform(type) ? settingFields(type.settingsSchema) : []

/** The fields of a service that exists; without those that a consent on the platform replaces. */
export const editableFields = (service: Pick<Service, 'isConsented'>, type: ServiceType): SettingField[] => {
  const hidden = service.isConsented && type.consent ? type.consent.replaces : []
  return toSettingFields(type).filter(({ name }) => !hidden.includes(name))
}

export type SettingValue = string | number | boolean
export type SettingValues = Readonly<Record<string, SettingValue>>
/** Messages by the setting's name. */
export type SettingProblems = Readonly<Record<string, string>>

const MAX_LENGTH = 1000

/** Initial form values: stored ones, else defaults. Secrets are always empty initially. */
export const initialValues = (fields: readonly SettingField[], stored: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(fields.map((field) => [field.name, initialValue(field, stored[field.name])]))

const initialValue = (field: SettingField, stored: unknown): SettingValue => {
  if (typeof stored === 'string' || typeof stored === 'number' || typeof stored === 'boolean') return stored
  return field.default ?? (field.type === 'boolean' ? false : '')
}

/** Validation errors by setting. A secret in `stored` may be empty, which keeps it. */
export const settingProblems = (
  fields: readonly SettingField[],
  values: SettingValues,
  stored: readonly string[] = [],
): SettingProblems =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const problem = validateSetting(field, values[field.name] ?? '', stored.includes(field.name))
      return problem === null ? [] : [[field.name, problem]]
    }),
  )

const validateSetting = (field: SettingField, value: SettingValue, isStored: boolean): string | null => {
  if (typeof value === 'boolean') return null
  const text = String(value).trim()
  if (text === '') return field.isRequired && !isStored ? requiredRule('') : null
  return field.type === 'integer' ? integerProblem(field, text) : textProblem(field, text)
}

const textProblem = (field: SettingField, text: string): string | null => {
  const { maxLength = MAX_LENGTH, pattern, title, patternMessage = `This doesn’t look like a valid ${title}` } = field
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'u').test(text)) return patternMessage
  return maxLengthRule(maxLength)(text)
}

const integerProblem = ({ minimum = -Infinity, maximum = Infinity }: SettingField, text: string): string | null =>
  Number.isInteger(Number(text)) ? minMaxRule(minimum, maximum)(text) : 'Enter a whole number'

/** The request's settings: empty values are omitted, text is trimmed. */
export const toSettings = (fields: readonly SettingField[], values: SettingValues): Record<string, SettingValue> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.name]
      if (value === undefined) return []
      const sent = typeof value === 'string' ? value.trim() : value
      if (sent === '') return []
      return [[field.name, field.type === 'integer' ? Number(sent) : sent]]
    }),
  )

const PREFIX = 'settings.'

/** The server's messages by setting. */
export const settingMessages = (messages: Readonly<Record<string, string>>): SettingProblems =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([field, message]) =>
      field.startsWith(PREFIX) ? [[field.slice(PREFIX.length), message]] : [],
    ),
  )
