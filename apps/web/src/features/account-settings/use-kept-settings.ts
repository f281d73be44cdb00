import { useEffect, useState } from 'react'
import { useCurrentUser } from '#web/app/current-user.ts'
import { keptKey, readKept, writeKept } from './kept-settings.ts'
import { type SettingsDraft, wireOf } from './settings-draft.ts'

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
