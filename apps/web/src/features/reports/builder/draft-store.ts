import type { ReportDraft } from './report-draft.ts'

/** Unsaved edits, with the version of the report they are based on; null for a new report. */
export interface StoredDraft {
  readonly draft: ReportDraft
  readonly version: number | null
  /** epoch milliseconds */
  readonly keptAt: number
}

/** Incremented when the draft format changes, which discards older drafts. */
const FORM = 1

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isListOf = (value: unknown, name: string): boolean =>
  Array.isArray(value) && value.every((item) => isObject(item) && typeof item[name] === 'string')

const isDraft = (value: unknown): value is ReportDraft =>
  isObject(value) &&
  [value.name, value.description, value.reportType].every((text) => typeof text === 'string') &&
  ['columns', 'filters', 'sort'].every((name) => isListOf(value[name], 'columnId')) &&
  Array.isArray(value.hiddenGroups)

const isStoredDraft = (value: unknown): value is StoredDraft & { readonly form: number } =>
  isObject(value) &&
  value.form === FORM &&
  typeof value.keptAt === 'number' &&
  (value.version === null || typeof value.version === 'number') &&
  isDraft(value.draft)

/** Parses a stored draft; null if absent, outdated or invalid. */
export const parseStoredDraft = (text: string | null): StoredDraft | null => {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isStoredDraft(value) ? { draft: value.draft, version: value.version, keptAt: value.keptAt } : null
  } catch {
    return null
  }
}

export const serializeDraft = (stored: StoredDraft): string => JSON.stringify({ form: FORM, ...stored })

/** Drafts of one user; other users of the same browser cannot see them. */
export const draftKey = (userId: string, reportId: string): string => `cuvee.report-draft.${userId}.${reportId}`
