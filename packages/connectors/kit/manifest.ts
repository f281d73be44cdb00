import type { CanonicalTable } from '#domain/canonical/tables.ts'

/** How a connection authenticates with the platform. `file`: there is no platform; rows come from files. */
type ConnectorAuth = 'none' | 'file' | 'apiKey' | 'basic' | 'oauth'

/** One setting of a connection, a JSON Schema property. Secrets are `writeOnly` and never leave the server. */
export interface SettingSchema {
  readonly type: 'string' | 'integer' | 'boolean'
  readonly title: string
  readonly description?: string
  readonly default?: string | number | boolean
  readonly enum?: readonly string[]
  /** what forms show for the values of `enum`, in their order; default: the values */
  readonly enumTitles?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  /** regular expression that the whole text must match */
  readonly pattern?: string
  /** error message for a value that does not match */
  readonly patternMessage?: string
  readonly writeOnly?: true
  /** the text has several lines */
  readonly multiline?: true
  /** few connections need it, so that forms fold it away */
  readonly advanced?: true
  /** has another replacement, so that forms show it only where it has a value */
  readonly deprecated?: true
}

/** JSON Schema of a connection's settings. Forms and validation are derived from it. */
export interface SettingsSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, SettingSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties: false
}

type SettingDetails = Omit<SettingSchema, 'type' | 'title' | 'writeOnly'>

/** A setting with text; of at most 200 characters, where `details` doesn't say it. */
export const textSetting = (title: string, details: SettingDetails = {}) =>
  ({ type: 'string', title, maxLength: 200, ...details }) as const

/** The same for text that never leaves the server. */
export const secretSetting = (title: string, details: SettingDetails = {}) =>
  ({ ...textSetting(title, details), writeOnly: true }) as const

export const settingsSchema = <Properties extends SettingsSchema['properties']>(
  required: readonly (keyof Properties & string)[],
  properties: Properties,
) => ({ type: 'object', properties, required, additionalProperties: false }) as const

/** A connector as data: what the list of services shows and what a connection needs. */
export interface ConnectorManifest {
  readonly type: string
  readonly title: string
  /** one sentence that helps users choose */
  readonly description: string
  readonly auth: ConnectorAuth
  readonly settingsSchema: SettingsSchema
  /** canonical tables that it loads */
  readonly streams: readonly CanonicalTable[]
}
