/** A saved value, the edited value, and the undo history. */
export interface DraftHistory<T> {
  readonly saved: T
  readonly present: T
  readonly past: readonly T[]
  /** undone steps, the next one first */
  readonly future: readonly T[]
  /** key of the last change: consecutive changes of one key are one step */
  readonly lastKey: string | null
}

/** Number of undo steps. */
const MAX_UNDO = 100

export const startHistory = <T>(saved: T): DraftHistory<T> => ({
  saved,
  present: saved,
  past: [],
  future: [],
  lastKey: null,
})

/** Applies a change. Consecutive changes of one `key`, such as typing, are one step; a null key is always its own step. */
export const changed = <H extends DraftHistory<unknown>>(
  history: H,
  present: H['present'],
  key: string | null = null,
): H => {
  if (key !== null && key === history.lastKey) return { ...history, present, future: [] }
  return { ...history, present, past: [...history.past, history.present].slice(-MAX_UNDO), future: [], lastKey: key }
}

/** Undoes one step; unchanged when there is none. */
export const undone = <H extends DraftHistory<unknown>>(history: H): H => {
  const { past, present, future } = history
  const before = past.at(-1)
  if (before === undefined) return history
  return { ...history, present: before, past: past.slice(0, -1), future: [present, ...future], lastKey: null }
}

/** Redoes one step; unchanged when there is none. */
export const redone = <H extends DraftHistory<unknown>>(history: H): H => {
  const { past, present, future } = history
  const [next, ...later] = future
  if (next === undefined) return history
  return { ...history, present: next, past: [...past, present], future: later, lastKey: null }
}

const isRecord = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype

/**
 * The edits on top of a value that was saved elsewhere: fields that were not edited are taken from it. `wire` serializes values:
 * a field that was changed and changed back is not edited.
 */
export const rebased = <T extends object>(
  { saved, present }: DraftHistory<T>,
  stored: T,
  wire: (value: T) => string,
): DraftHistory<T> => {
  const begun = startHistory(stored)
  if (present === saved) return begun
  if (!isRecord(present)) return changed(begun, present)
  const edited = Object.entries(present).filter(
    ([name]) => wire({ ...present, [name]: Reflect.get(saved, name) }) !== wire(present),
  )
  return edited.length === 0 ? begun : changed(begun, { ...stored, ...Object.fromEntries(edited) })
}
