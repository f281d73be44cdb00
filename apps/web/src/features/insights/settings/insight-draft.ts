import type { InsightSettings, InsightSettingsChange } from '#contract/insights.ts'

/** All settings on the screen, which are saved together. */
export interface InsightDraft
  extends Pick<InsightSettings, 'kinds' | 'sensitivity' | 'cadence' | 'recipients' | 'mayLeave'> {
  /** false: nothing is sent to a model */
  readonly usesModel: boolean
  /** empty: the account has no provider */
  readonly modelUrl: string
  readonly modelName: string
  /** empty: the stored key is unchanged */
  readonly newKey: string
  readonly isKeyRemoved: boolean
}

export const settingsToDraft = (settings: InsightSettings): InsightDraft => ({
  kinds: settings.kinds,
  sensitivity: settings.sensitivity,
  cadence: settings.cadence,
  recipients: settings.recipients,
  mayLeave: settings.mayLeave,
  usesModel: settings.model.isOn,
  modelUrl: settings.model.url ?? '',
  modelName: settings.model.name ?? '',
  newKey: '',
  isKeyRemoved: false,
})

/** Adds the item, or removes it if it is present. */
export const toggled = <T>(items: readonly T[], item: T): T[] =>
  items.includes(item) ? items.filter((one) => one !== item) : [...items, item]

/** A key belongs to the address that it was entered for. */
export const keepsKey = (draft: InsightDraft, { model }: InsightSettings): boolean =>
  model.hasKey && !draft.isKeyRemoved && draft.modelUrl.trim() === model.url

const modelKeyChange = ({ newKey, isKeyRemoved }: InsightDraft): { readonly key?: string | null } => {
  if (newKey.trim() !== '') return { key: newKey.trim() }
  return isKeyRemoved ? { key: null } : {}
}

/** The provider to test: as typed, with the stored key unless the address changed. */
export const modelToTry = (draft: InsightDraft, settings: InsightSettings) => ({
  url: draft.modelUrl.trim(),
  name: draft.modelName.trim(),
  ...(draft.newKey.trim() === '' && !keepsKey(draft, settings) ? { key: null } : modelKeyChange(draft)),
})

/** The input of the call that saves the settings. */
export const sentSettings = (draft: InsightDraft): InsightSettingsChange => {
  const { kinds, sensitivity, cadence, recipients, mayLeave } = draft
  const url = draft.modelUrl.trim()
  const isOn = draft.usesModel
  return {
    kinds,
    sensitivity,
    cadence,
    recipients,
    mayLeave,
    model:
      url === ''
        ? { isOn, url: null, name: null, key: null }
        : { isOn, url, name: draft.modelName.trim() || null, ...modelKeyChange(draft) },
  }
}

/** Validation messages by field. */
export const draftProblems = (draft: InsightDraft): Readonly<Record<string, string>> => {
  const problems: Record<string, string> = {}
  const url = draft.modelUrl.trim()
  if (url !== '' && !/^https?:\/\/\S+$/.test(url)) problems['model.url'] = 'Enter an http or https URL'
  if (url !== '' && draft.modelName.trim() === '') problems['model.name'] = 'This field is required'
  if (draft.cadence !== 'never' && draft.recipients.length === 0) {
    problems.recipients = 'Select at least one person, or choose Never'
  }
  return problems
}

/** Equal for drafts that would be saved alike. */
export const serializeDraft = ({ kinds, recipients, mayLeave, ...plain }: InsightDraft): string =>
  JSON.stringify([plain, [kinds, recipients, mayLeave].map((items) => items.toSorted())])
