import { z } from 'zod'
import type { ServiceType } from '#contract/services.ts'
import { hasPlatform } from '../state/service-state.ts'

const Property = z.object({
  type: z.enum(['string', 'integer', 'boolean']),
  title: z.string(),
  description: z.string().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  enum: z.array(z.string()).optional(),
  /** the whole text has to match */
  pattern: z.string().optional(),
  patternMessage: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  writeOnly: z.boolean().optional(),
})

const Schema = z.object({
  properties: z.record(z.string(), Property).default({}),
  required: z.array(z.string()).default([]),
})

/** One setting as a form draws it. */
export interface SettingField extends z.infer<typeof Property> {
  readonly name: string
  readonly isRequired: boolean
  /** stored encrypted and never shown again */
  readonly isSecret: boolean
}

/** The settings of a service type in the order of its schema. Throws when that is no schema of settings. */
export const settingFields = (schema: Readonly<Record<string, unknown>>): SettingField[] => {
  const { properties, required } = Schema.parse(schema)
  return Object.entries(properties).map(([name, property]) => ({
    ...property,
    name,
    isRequired: required.includes(name),
    isSecret: property.writeOnly === true,
  }))
}

/** What somebody has to fill in for a service of this type. What is loaded without a platform goes by its defaults. */
export const fieldsOf = (type: Pick<ServiceType, 'type' | 'settingsSchema'>): SettingField[] =>
  hasPlatform(type) ? settingFields(type.settingsSchema) : []
