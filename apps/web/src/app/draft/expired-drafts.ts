import { isObject } from '#web/api/json.ts'
import type { DraftDatabase } from './draft-database.ts'
import { DRAFT_KINDS, parseStored } from './draft-storage.ts'

const MAX_AGE_DAYS = 30
const DAY_MS = 86_400_000

/** A draft without a date is not known to be old. */
const isExpired = (editedAt: unknown, now: number): boolean =>
  typeof editedAt === 'number' && editedAt < now - MAX_AGE_DAYS * DAY_MS

const isDraftKey = (key: string): boolean => DRAFT_KINDS.some((kind) => key.startsWith(`cuvee.${kind}.`))

/** Drafts that were stored without a date get today's, and expire 30 days later. */
const removeFromStorage = (storage: Storage, now: number): void => {
  for (const key of Object.keys(storage).filter(isDraftKey)) {
    const stored = parseStored(storage.getItem(key))
    if (stored === null || isExpired(stored.keptAt, now)) storage.removeItem(key)
    else if (typeof stored.keptAt !== 'number') storage.setItem(key, JSON.stringify({ ...stored, keptAt: now }))
  }
}

/** Removes the unsaved edits of every user of this browser that nobody has changed for 30 days. `now`: epoch milliseconds. */
export const removeExpiredDrafts = async (
  drafts: Pick<DraftDatabase, 'removeWhere'>,
  storage: Storage,
  now: number,
): Promise<void> => {
  removeFromStorage(storage, now)
  await drafts.removeWhere((draft) => isObject(draft) && isExpired(draft.editedAt, now))
}
