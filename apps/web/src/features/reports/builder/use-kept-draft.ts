import { useEffect, useMemo } from 'react'
import { useCurrentUser } from '#web/app/current-user.ts'
import { draftKey, type KeptDraft, readKeptDraft, writeKeptDraft } from './draft-store.ts'
import { isSameDraft, type ReportDraft } from './report-draft.ts'

// A browser may refuse to store anything, or have no room left: the edits are still on the screen then.
const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Unsaved edits of an earlier visit, and the way to keep and forget them. */
export const useKeptDraft = (keptAs: string, original: ReportDraft) => {
  const userId = useCurrentUser()?.id ?? ''
  const key = draftKey(userId, keptAs)
  const found = useMemo((): KeptDraft | null => {
    const kept = attempt(() => readKeptDraft(localStorage.getItem(key)), null)
    return kept === null || isSameDraft(kept.draft, original) || kept.draft.reportType !== original.reportType
      ? null
      : kept
  }, [key, original])
  const forget = (): void => attempt(() => localStorage.removeItem(key), undefined)
  return { key, found, forget }
}

/** Milliseconds without an edit before the draft is written. */
const PAUSE = 300

/** Keeps the draft while it is unsaved, and forgets it once it is not. */
export const useDraftKeeper = (key: string, draft: ReportDraft, version: number | null, isDirty: boolean): void => {
  useEffect(() => {
    const write = (): void => {
      attempt(() => {
        if (isDirty) localStorage.setItem(key, writeKeptDraft({ draft, version, keptAt: Date.now() }))
        else localStorage.removeItem(key)
      }, undefined)
    }
    const timer = setTimeout(write, PAUSE)
    return () => clearTimeout(timer)
  }, [key, draft, version, isDirty])
}
