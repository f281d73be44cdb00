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
const MOST_STEPS = 100

export const startHistory = <T>(saved: T): DraftHistory<T> => ({
  saved,
  present: saved,
  past: [],
  future: [],
  lastKey: null,
})

/** Applies a change. Consecutive changes of one `key`, such as typing, are one step; a null key is always its own step. */
export const changed = <T>(history: DraftHistory<T>, present: T, key: string | null = null): DraftHistory<T> => {
  if (key !== null && key === history.lastKey) return { ...history, present, future: [] }
  return { ...history, present, past: [...history.past, history.present].slice(-MOST_STEPS), future: [], lastKey: key }
}

/** Undoes one step; unchanged when there is none. */
export const undone = <T>(history: DraftHistory<T>): DraftHistory<T> => {
  const { past, present, future } = history
  const before = past.at(-1)
  if (before === undefined) return history
  return { ...history, present: before, past: past.slice(0, -1), future: [present, ...future], lastKey: null }
}

/** Redoes one step; unchanged when there is none. */
export const redone = <T>(history: DraftHistory<T>): DraftHistory<T> => {
  const { past, present, future } = history
  const [next, ...later] = future
  if (next === undefined) return history
  return { ...history, present: next, past: [...past, present], future: later, lastKey: null }
}
