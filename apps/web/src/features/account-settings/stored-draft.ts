import { useState } from 'react'
import { isObject } from '#web/api/json.ts'
import { parseStored, readDraft, serializeStored, useDraftKey, useDraftStorage } from '#web/app/draft/draft-storage.ts'
import { type SettingsDraft, serializeDraft } from './settings-draft.ts'

/** Fields of `value` that `model` has with the same type. */
const knownFields = (value: unknown, model: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(isObject(value) ? value : {}).filter(([name, part]) => typeof model[name] === typeof part)

const differing = (value: object, from: object): Record<string, unknown> => {
  const before = new Map<string, unknown>(Object.entries(from))
  return Object.fromEntries(Object.entries(value).filter(([name, part]) => before.get(name) !== part))
}

/** Serializes only the changed fields, so that restoring does not undo concurrent changes by others. */
export const serializeStoredDraft = ({ definitions, ...plain }: SettingsDraft, saved: SettingsDraft): string =>
  serializeStored({
    plain: differing(plain, { ...saved, definitions: null }),
    definitions: differing(definitions, saved.definitions),
  })

/** The stored draft merged into the current settings; null for missing, outdated and malformed drafts. */
export const parseStoredDraft = (text: string | null, current: SettingsDraft): SettingsDraft | null => {
  const stored = parseStored(text)
  if (stored === null) return null
  const { definitions, ...plain } = current
  return {
    ...current,
    ...Object.fromEntries(knownFields(stored.plain, plain)),
    definitions: { ...definitions, ...textEntries(stored.definitions) },
  }
}

const textEntries = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([id, option]) =>
      typeof option === 'string' ? [[id, option]] : [],
    ),
  )

const useSettingsKey = (): string => useDraftKey('settings-draft')

/** Unsaved changes of an earlier visit, merged into the current settings; null without any. */
export const useStoredDraft = (current: SettingsDraft): SettingsDraft | null => {
  const key = useSettingsKey()
  const [draft] = useState(() => parseStoredDraft(readDraft(key), current))
  return draft === null || serializeDraft(draft) === serializeDraft(current) ? null : draft
}

/** Stores the draft in this browser while it has unsaved changes, and removes it otherwise. */
export const usePersistDraft = (draft: SettingsDraft, saved: SettingsDraft, isChanged: boolean): void =>
  useDraftStorage(useSettingsKey(), isChanged ? serializeStoredDraft(draft, saved) : null)
