import { useEffect } from 'react'
import { parseJson } from '#domain/text.ts'
import { isObject } from '#web/api/json.ts'
import { useCurrentUser } from '#web/app/current-user.ts'

/** Incremented when a stored format changes; older drafts are discarded. */
const FORMAT = 1

/** A draft as it is stored. */
export const serializeStored = (content: object): string => JSON.stringify({ form: FORMAT, ...content })

/** The content of a stored draft; null for missing, outdated and malformed drafts. */
export const parseStored = (text: string | null): Record<string, unknown> | null => {
  const stored = parseJson(text ?? '')
  return isObject(stored) && stored.form === FORMAT ? stored : null
}

// Browser storage may be blocked or full; the changes are still on the screen then.
const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

export const readDraft = (key: string): string | null => attempt(() => localStorage.getItem(key), null)

/** Stores a text in this browser if its storage is not blocked or full. */
export const writeStored = (key: string, text: string): void =>
  attempt(() => localStorage.setItem(key, text), undefined)

export const removeDraft = (key: string): void => attempt(() => localStorage.removeItem(key), undefined)

export const DRAFT_KINDS = ['report-draft', 'settings-draft', 'plan-draft'] as const

const draftKey = (kind: (typeof DRAFT_KINDS)[number], ...ids: readonly string[]): string =>
  ['cuvee', kind, ...ids].join('.')

/** The storage key of a draft: per user, so that other users of the same browser do not see it. */
export const useDraftKey = (kind: (typeof DRAFT_KINDS)[number], ...ids: readonly string[]): string =>
  draftKey(kind, useCurrentUser()?.id ?? '', ...ids)

/** The storage keys of all drafts of a user. */
export const listDraftKeys = (userId: string, storage: Storage = localStorage): readonly string[] =>
  attempt(() => {
    const own = DRAFT_KINDS.map((kind) => draftKey(kind, userId))
    return Object.keys(storage).filter((key) => own.some((prefix) => key === prefix || key.startsWith(`${prefix}.`)))
  }, [])

/** Removes all drafts of a user from this browser, as signing out does. */
export const removeUserDrafts = (userId: string, storage: Storage = localStorage): void =>
  attempt(() => {
    for (const key of listDraftKeys(userId, storage)) storage.removeItem(key)
  }, undefined)

/** Debounce of writes, in milliseconds. */
const WRITE_DELAY_MS = 200

/** Keeps a serialized draft in this browser while it has unsaved changes; null removes it. */
export const useDraftStorage = (key: string, text: string | null): void => {
  useEffect(() => {
    const write = (): void => {
      if (text === null) removeDraft(key)
      else writeStored(key, text)
    }
    const timer = setTimeout(write, WRITE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [key, text])
}
