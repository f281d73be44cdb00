import type { ReportDraft } from './report-draft.ts'

/** Unsaved edits, with the version of the report that they were made from; null for a report not saved yet. */
export interface KeptDraft {
  readonly draft: ReportDraft
  readonly version: number | null
  /** epoch milliseconds */
  readonly keptAt: number
}

/** Raised when drafts change their form: an older one is forgotten. */
const FORM = 1

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isListOf = (value: unknown, name: string): boolean =>
  Array.isArray(value) && value.every((item) => isObject(item) && typeof item[name] === 'string')

const isDraft = (value: unknown): value is ReportDraft =>
  isObject(value) &&
  [value.name, value.description, value.reportType].every((text) => typeof text === 'string') &&
  ['columns', 'filters', 'sort'].every((name) => isListOf(value[name], 'columnId')) &&
  Array.isArray(value.hiddenGroups)

const isKept = (value: unknown): value is KeptDraft & { readonly form: number } =>
  isObject(value) &&
  value.form === FORM &&
  typeof value.keptAt === 'number' &&
  (value.version === null || typeof value.version === 'number') &&
  isDraft(value.draft)

/** Reads what was kept; null for nothing, for another form and for text that is no draft. */
export const readKeptDraft = (text: string | null): KeptDraft | null => {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isKept(value) ? { draft: value.draft, version: value.version, keptAt: value.keptAt } : null
  } catch {
    return null
  }
}

export const writeKeptDraft = (kept: KeptDraft): string => JSON.stringify({ form: FORM, ...kept })

/** Drafts of one user: another one at the same browser sees none of them. */
export const draftKey = (userId: string, reportId: string): string => `cuvee.report-draft.${userId}.${reportId}`
