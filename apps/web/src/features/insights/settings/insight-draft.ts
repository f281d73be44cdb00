import type { Goal, InsightSettings, InsightSettingsChange } from '#contract/insights.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import { periodStart } from '#domain/ranges/period.ts'

/** A goal that is being edited. */
export interface GoalDraft extends Pick<Goal, 'metric' | 'period' | 'from'> {
  /** identifies the row */
  readonly id: string
  /** as typed, major units; empty at first */
  readonly target: string
}

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
  readonly goals: readonly GoalDraft[]
}

export interface StoredInsights {
  readonly settings: InsightSettings
  readonly goals: readonly Goal[]
}

export const settingsToDraft = ({ settings, goals }: StoredInsights): InsightDraft => ({
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
  goals: goals.map((goal) => ({
    id: `${goal.metric} ${goal.period} ${goal.from}`,
    metric: goal.metric,
    period: goal.period,
    from: goal.from,
    target: String(goal.target),
  })),
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

/** A typed target, with a decimal point; null when it is invalid. */
export const parseAmount = (text: string): number | null => {
  const plain = text.replaceAll(/[\s,]/g, '')
  const amount = plain === '' ? Number.NaN : Number(plain)
  return Number.isFinite(amount) && amount > 0 && amount <= 1e12 ? amount : null
}

/** The goals to save; goals without a valid target are omitted. */
export const sentGoals = ({ goals }: InsightDraft, calendar: PeriodCalendar): Goal[] =>
  goals.flatMap(({ metric, period, from, target }) => {
    const amount = parseAmount(target)
    return amount === null ? [] : [{ metric, period, from: periodStart(from, period, calendar), target: amount }]
  })

/** Validation messages by field; goals are identified by their id. */
export const draftProblems = (draft: InsightDraft): Readonly<Record<string, string>> => {
  const problems: Record<string, string> = {}
  const url = draft.modelUrl.trim()
  if (url !== '' && !/^https?:\/\/\S+$/.test(url)) problems['model.url'] = 'Enter an http or https URL'
  if (url !== '' && draft.modelName.trim() === '') problems['model.name'] = 'This field is required'
  if (draft.cadence !== 'never' && draft.recipients.length === 0) {
    problems.recipients = 'Select at least one person, or choose Never'
  }
  const seen = new Set<string>()
  for (const { id, metric, period, from, target } of draft.goals) {
    const name = `${metric} ${period} ${from}`
    if (seen.has(name)) problems[`goal ${id}`] = 'A goal for this period already exists'
    else if (parseAmount(target) === null) problems[`goal ${id}`] = 'Enter a number above 0'
    seen.add(name)
  }
  return problems
}

/** Equal for drafts that would be saved alike. */
export const serializeDraft = (draft: InsightDraft): string => {
  const { goals, kinds, recipients, mayLeave, ...plain } = draft
  return JSON.stringify([
    plain,
    [kinds, recipients, mayLeave].map((items) => items.toSorted()),
    goals.map(({ metric, period, from, target }) => [metric, period, from, parseAmount(target)]),
  ])
}

const settingsWire = (draft: InsightDraft): string => serializeDraft({ ...draft, goals: [] })

/** Which of the two calls has changes to save. */
export const listChanges = (draft: InsightDraft, saved: InsightDraft) => ({
  settings: settingsWire(draft) !== settingsWire(saved),
  goals: serializeDraft(draft) !== serializeDraft({ ...draft, goals: saved.goals }),
})
