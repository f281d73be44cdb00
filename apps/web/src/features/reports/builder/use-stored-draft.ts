import { useEffect, useMemo } from 'react'
import { useCurrentUser } from '#web/app/current-user.ts'
import { draftKey, parseStoredDraft, type StoredDraft, serializeDraft } from './draft-store.ts'
import { isSameDraft, type ReportDraft } from './report-draft.ts'

// The browser may refuse to store data or be out of space; the edits are still on screen.
const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Unsaved edits of an earlier visit, and functions to store and remove them. */
export const useStoredDraft = (storageId: string, original: ReportDraft) => {
  const userId = useCurrentUser()?.id ?? ''
  const key = draftKey(userId, storageId)
  const found = useMemo((): StoredDraft | null => {
    const stored = attempt(() => parseStoredDraft(localStorage.getItem(key)), null)
    return stored === null || isSameDraft(stored.draft, original) || stored.draft.reportType !== original.reportType
      ? null
      : stored
  }, [key, original])
  const forget = (): void => attempt(() => localStorage.removeItem(key), undefined)
  return { key, found, forget }
}

/** Milliseconds after the last edit before the draft is stored. */
const PAUSE = 300

/** Stores the draft while it is unsaved, and removes it once it is saved. */
export const useDraftStorage = (key: string, draft: ReportDraft, version: number | null, isDirty: boolean): void => {
  useEffect(() => {
    const write = (): void => {
      attempt(() => {
        if (isDirty) localStorage.setItem(key, serializeDraft({ draft, version, keptAt: Date.now() }))
        else localStorage.removeItem(key)
      }, undefined)
    }
    const timer = setTimeout(write, PAUSE)
    return () => clearTimeout(timer)
  }, [key, draft, version, isDirty])
}
