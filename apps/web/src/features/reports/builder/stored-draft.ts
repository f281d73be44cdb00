import { useMemo } from 'react'
import { isObject } from '#web/api/json.ts'
import { parseStored, readDraft, removeDraft, serializeStored, useDraftKey } from '#web/app/draft/draft-storage.ts'
import { isSameDraft, type ReportDraft } from './report-draft.ts'

/** Unsaved edits, with the version of the report they are based on; null for a new report. */
export interface StoredDraft {
  readonly draft: ReportDraft
  readonly version: number | null
  /** epoch milliseconds */
  readonly keptAt: number
}

const isListOf = (value: unknown, name: string): boolean =>
  Array.isArray(value) && value.every((item) => isObject(item) && typeof item[name] === 'string')

const isDraft = (value: unknown): value is ReportDraft =>
  isObject(value) &&
  [value.name, value.description, value.reportType].every((text) => typeof text === 'string') &&
  ['columns', 'filters', 'sort'].every((name) => isListOf(value[name], 'columnId')) &&
  Array.isArray(value.hiddenGroups)

const isStoredDraft = (value: Record<string, unknown>): value is Record<string, unknown> & StoredDraft =>
  typeof value.keptAt === 'number' &&
  (value.version === null || typeof value.version === 'number') &&
  isDraft(value.draft)

/** Drafts of earlier versions lack the parts that were added later. */
const withDefaults = (draft: ReportDraft): ReportDraft => ({
  ...draft,
  compare: draft.compare ?? null,
  calculations: draft.calculations ?? [],
  groupLimits: draft.groupLimits ?? [],
  pivot: draft.pivot ?? null,
})

/** Parses a stored draft; null if absent, outdated or invalid. */
export const parseStoredDraft = (text: string | null): StoredDraft | null => {
  const value = parseStored(text)
  return value !== null && isStoredDraft(value)
    ? { draft: withDefaults(value.draft), version: value.version, keptAt: value.keptAt }
    : null
}

export const serializeDraft = (stored: StoredDraft): string => serializeStored(stored)

/** Unsaved edits of an earlier visit, their storage key, and a function to remove them. */
export const useStoredReportDraft = (storageId: string, original: ReportDraft) => {
  const key = useDraftKey('report-draft', storageId)
  const found = useMemo((): StoredDraft | null => {
    const stored = parseStoredDraft(readDraft(key))
    return stored === null || isSameDraft(stored.draft, original) || stored.draft.reportType !== original.reportType
      ? null
      : stored
  }, [key, original])
  return { key, found, forget: () => removeDraft(key) }
}
