import type { Service } from '#contract/services.ts'
import { maxLengthRule, requiredRule } from '#domain/field-rules.ts'
import type { SettingField } from './setting-values.ts'
import { initialValues, type SettingValues, toSettings } from './setting-values.ts'

/** Values of the edit form. */
export interface EditDraft {
  readonly name: string
  readonly interval: number | null
  readonly values: SettingValues
}

export const toDraft = (service: Service, fields: readonly SettingField[]): EditDraft => ({
  name: service.name,
  interval: service.syncEveryMinutes,
  values: initialValues(fields, service.settings),
})

/** Whether the connection changed: a setting differs, or a secret was entered. */
export const connectionDiffers = (draft: EditDraft, original: EditDraft, fields: readonly SettingField[]): boolean =>
  JSON.stringify(toSettings(fields, draft.values)) !== JSON.stringify(toSettings(fields, original.values))

export const draftDiffers = (draft: EditDraft, original: EditDraft, fields: readonly SettingField[]): boolean =>
  draft.name.trim() !== original.name ||
  draft.interval !== original.interval ||
  connectionDiffers(draft, original, fields)

const MAX_NAME_LENGTH = 100

/** A service name's error; null when valid. */
export const nameProblem = (name: string): string | null =>
  requiredRule(name.trim()) ?? maxLengthRule(MAX_NAME_LENGTH)(name.trim())
