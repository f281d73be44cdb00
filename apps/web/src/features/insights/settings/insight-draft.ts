import type { Goal, InsightSettings, InsightSettingsChange } from '#contract/insights.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import { periodStart } from '#domain/ranges/period.ts'

/** A goal while somebody writes it. */
export interface GoalDraft extends Pick<Goal, 'metric' | 'period' | 'from'> {
  /** tells rows apart */
  readonly id: string
  /** as typed, major units; empty at first */
  readonly target: string
}

/** Everything on the screen that is saved together. */
export interface InsightDraft
  extends Pick<InsightSettings, 'kinds' | 'sensitivity' | 'cadence' | 'recipients' | 'mayLeave'> {
  /** empty: no provider of the account's own */
  readonly modelUrl: string
  readonly modelName: string
  /** empty: the stored one stays */
  readonly newKey: string
  readonly isKeyRemoved: boolean
  readonly goals: readonly GoalDraft[]
}

export interface StoredInsights {
  readonly settings: InsightSettings
  readonly goals: readonly Goal[]
}

export const draftOf = ({ settings, goals }: StoredInsights): InsightDraft => ({
  kinds: settings.kinds,
  sensitivity: settings.sensitivity,
  cadence: settings.cadence,
  recipients: settings.recipients,
  mayLeave: settings.mayLeave,
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

/** With the item put in or taken out. */
export const toggled = <T>(items: readonly T[], item: T): T[] =>
  items.includes(item) ? items.filter((one) => one !== item) : [...items, item]

/** A key belongs to the address that it was entered for. */
export const keepsKey = (draft: InsightDraft, { model }: InsightSettings): boolean =>
  model.hasKey && !draft.isKeyRemoved && draft.modelUrl.trim() === model.url

const keyOf = ({ newKey, isKeyRemoved }: InsightDraft): { readonly key?: string | null } => {
  if (newKey.trim() !== '') return { key: newKey.trim() }
  return isKeyRemoved ? { key: null } : {}
}

/** What a provider is tried with: as typed, with the stored key where it is kept. */
export const modelToTry = (draft: InsightDraft, settings: InsightSettings) => ({
  url: draft.modelUrl.trim(),
  name: draft.modelName.trim(),
  ...(draft.newKey.trim() === '' && !keepsKey(draft, settings) ? { key: null } : keyOf(draft)),
})

/** What the settings become, as the call takes it. */
export const sentSettings = (draft: InsightDraft): InsightSettingsChange => {
  const { kinds, sensitivity, cadence, recipients, mayLeave } = draft
  const url = draft.modelUrl.trim()
  return {
    kinds,
    sensitivity,
    cadence,
    recipients,
    mayLeave,
    model:
      url === ''
        ? { url: null, name: null, key: null }
        : { url, name: draft.modelName.trim() || null, ...keyOf(draft) },
  }
}

/** A target as typed, with a point for its fractions; null for what is none. */
export const amountOf = (text: string): number | null => {
  const plain = text.replaceAll(/[\s,]/g, '')
  const amount = plain === '' ? Number.NaN : Number(plain)
  return Number.isFinite(amount) && amount > 0 && amount <= 1e12 ? amount : null
}

/** What the goals become; those without an amount are still being written and have none. */
export const sentGoals = ({ goals }: InsightDraft, calendar: PeriodCalendar): Goal[] =>
  goals.flatMap(({ metric, period, from, target }) => {
    const amount = amountOf(target)
    return amount === null ? [] : [{ metric, period, from: periodStart(from, period, calendar), target: amount }]
  })

/** What is wrong with the draft as far as the page can tell, by field. Goals are named by their id. */
export const draftProblems = (draft: InsightDraft): Readonly<Record<string, string>> => {
  const problems: Record<string, string> = {}
  const url = draft.modelUrl.trim()
  if (url !== '' && !/^https?:\/\/\S+$/.test(url)) problems['model.url'] = 'This must be an http or https address'
  if (url !== '' && draft.modelName.trim() === '') problems['model.name'] = 'This field is required'
  if (draft.cadence !== 'never' && draft.recipients.length === 0) {
    problems.recipients = 'Choose at least one person, or send no brief'
  }
  const seen = new Set<string>()
  for (const { id, metric, period, from, target } of draft.goals) {
    const name = `${metric} ${period} ${from}`
    if (seen.has(name)) problems[`goal ${id}`] = 'There is a goal for this already'
    else if (amountOf(target) === null) problems[`goal ${id}`] = 'This must be a number above 0'
    seen.add(name)
  }
  return problems
}

/** Equal texts for drafts that would be saved alike. */
export const wireOf = (draft: InsightDraft): string => {
  const { goals, kinds, recipients, mayLeave, ...plain } = draft
  return JSON.stringify([
    plain,
    [kinds, recipients, mayLeave].map((items) => items.toSorted()),
    goals.map(({ metric, period, from, target }) => [metric, period, from, amountOf(target)]),
  ])
}

const settingsWire = (draft: InsightDraft): string => wireOf({ ...draft, goals: [] })

/** Which of the two calls has something to say. */
export const changesOf = (draft: InsightDraft, saved: InsightDraft) => ({
  settings: settingsWire(draft) !== settingsWire(saved),
  goals: wireOf(draft) !== wireOf({ ...draft, goals: saved.goals }),
})
