import type { Service } from '#contract/services.ts'
import { type SettingValues, sentSettings, startValues } from './setting-values.ts'
import type { SettingField } from './settings-schema.ts'

/** What somebody has made of a service. */
export interface EditDraft {
  readonly name: string
  readonly interval: number | null
  readonly values: SettingValues
}

export const draftOf = (service: Service, fields: readonly SettingField[]): EditDraft => ({
  name: service.name,
  interval: service.syncEveryMinutes,
  values: startValues(fields, service.settings),
})

/** Whether a connection would be another one: a setting differs, or a secret was typed. */
export const connectionDiffers = (draft: EditDraft, original: EditDraft, fields: readonly SettingField[]): boolean =>
  JSON.stringify(sentSettings(fields, draft.values)) !== JSON.stringify(sentSettings(fields, original.values))

export const draftDiffers = (draft: EditDraft, original: EditDraft, fields: readonly SettingField[]): boolean =>
  draft.name.trim() !== original.name ||
  draft.interval !== original.interval ||
  connectionDiffers(draft, original, fields)
