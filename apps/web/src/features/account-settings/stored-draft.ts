import { useEffect, useState } from 'react'
import { useCurrentUser } from '#web/app/current-user.ts'
import { type SettingsDraft, wireOf } from './settings-draft.ts'

/** Raised when drafts change their form: an older one is forgotten. */
const FORM = 1

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Fields of `value` that `model` has too, in the same kind of value. */
const known = (value: unknown, model: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(isObject(value) ? value : {}).filter(([name, part]) => typeof model[name] === typeof part)

const differing = (value: object, from: object): Record<string, unknown> => {
  const before = new Map<string, unknown>(Object.entries(from))
  return Object.fromEntries(Object.entries(value).filter(([name, part]) => before.get(name) !== part))
}

/** As text: only what was changed, so that what others save in the meantime is not taken back. */
export const writeKept = ({ definitions, ...plain }: SettingsDraft, saved: SettingsDraft): string =>
  JSON.stringify({
    form: FORM,
    plain: differing(plain, { ...saved, definitions: null }),
    definitions: differing(definitions, saved.definitions),
  })

/** What was kept, laid over what is stored now; null for nothing, for another form and for text that is no draft. */
export const readKept = (text: string | null, stored: SettingsDraft): SettingsDraft | null => {
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    if (!isObject(kept) || kept.form !== FORM) return null
    const { definitions, ...plain } = stored
    return {
      ...stored,
      ...Object.fromEntries(known(kept.plain, plain)),
      definitions: { ...definitions, ...ways(kept.definitions) },
    }
  } catch {
    return null
  }
}

const ways = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([id, way]) => (typeof way === 'string' ? [[id, way]] : [])),
  )

/** Settings being changed by one user: another one at the same browser sees none of them. */
export const keptKey = (userId: string): string => `cuvee.settings-draft.${userId}`

// A browser may refuse to store anything, or have no room left: the changes are still on the screen then.
const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Changes of an earlier visit that were neither saved nor discarded, laid over what is stored now; null without any. */
export const useKeptSettings = (stored: SettingsDraft): SettingsDraft | null => {
  const key = keptKey(useCurrentUser()?.id ?? '')
  const [kept] = useState(() => attempt(() => readKept(localStorage.getItem(key), stored), null))
  return kept === null || wireOf(kept) === wireOf(stored) ? null : kept
}

/** Milliseconds without a change before the draft is written. */
const PAUSE = 200

/** Keeps the draft in this browser while it is unsaved, and forgets it once it is not. */
export const useSettingsKeeper = (draft: SettingsDraft, saved: SettingsDraft, isChanged: boolean): void => {
  const key = keptKey(useCurrentUser()?.id ?? '')
  useEffect(() => {
    const write = (): void =>
      attempt(() => {
        if (isChanged) localStorage.setItem(key, writeKept(draft, saved))
        else localStorage.removeItem(key)
      }, undefined)
    const timer = setTimeout(write, PAUSE)
    return () => clearTimeout(timer)
  }, [key, draft, saved, isChanged])
}
