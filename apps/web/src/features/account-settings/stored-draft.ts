import { useEffect, useState } from 'react'
import { useCurrentUser } from '#web/app/current-user.ts'
import { type SettingsDraft, serializeDraft } from './settings-draft.ts'

/** Incremented when the stored format changes; older drafts are discarded. */
const FORMAT = 1

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Fields of `value` that `model` has with the same type. */
const known = (value: unknown, model: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(isObject(value) ? value : {}).filter(([name, part]) => typeof model[name] === typeof part)

const differing = (value: object, from: object): Record<string, unknown> => {
  const before = new Map<string, unknown>(Object.entries(from))
  return Object.fromEntries(Object.entries(value).filter(([name, part]) => before.get(name) !== part))
}

/** Serializes only the changed fields, so that restoring does not undo concurrent changes by others. */
export const serializeStoredDraft = ({ definitions, ...plain }: SettingsDraft, saved: SettingsDraft): string =>
  JSON.stringify({
    form: FORMAT,
    plain: differing(plain, { ...saved, definitions: null }),
    definitions: differing(definitions, saved.definitions),
  })

/** The stored draft merged into the current settings; null for missing, outdated and malformed drafts. */
export const parseStoredDraft = (text: string | null, current: SettingsDraft): SettingsDraft | null => {
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    if (!isObject(stored) || stored.form !== FORMAT) return null
    const { definitions, ...plain } = current
    return {
      ...current,
      ...Object.fromEntries(known(stored.plain, plain)),
      definitions: { ...definitions, ...textEntries(stored.definitions) },
    }
  } catch {
    return null
  }
}

const textEntries = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([id, option]) =>
      typeof option === 'string' ? [[id, option]] : [],
    ),
  )

/** Per user, so that other users of the same browser do not see the draft. */
const storageKey = (userId: string): string => `cuvee.settings-draft.${userId}`

// Browser storage may be blocked or full; the changes are still on the screen then.
const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Unsaved changes of an earlier visit, merged into the current settings; null without any. */
export const useStoredDraft = (current: SettingsDraft): SettingsDraft | null => {
  const key = storageKey(useCurrentUser()?.id ?? '')
  const [draft] = useState(() => attempt(() => parseStoredDraft(localStorage.getItem(key), current), null))
  return draft === null || serializeDraft(draft) === serializeDraft(current) ? null : draft
}

/** Debounce of writes, in milliseconds. */
const WRITE_DELAY_MS = 200

/** Stores the draft in this browser while it has unsaved changes, and removes it otherwise. */
export const usePersistDraft = (draft: SettingsDraft, saved: SettingsDraft, isChanged: boolean): void => {
  const key = storageKey(useCurrentUser()?.id ?? '')
  useEffect(() => {
    const write = (): void =>
      attempt(() => {
        if (isChanged) localStorage.setItem(key, serializeStoredDraft(draft, saved))
        else localStorage.removeItem(key)
      }, undefined)
    const timer = setTimeout(write, WRITE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [key, draft, saved, isChanged])
}
