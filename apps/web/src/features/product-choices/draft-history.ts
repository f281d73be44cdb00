/** What is saved, what somebody has made of it, and the way back and forth. */
export interface DraftHistory<T> {
  readonly saved: T
  readonly present: T
  readonly past: readonly T[]
  /** what was taken back, the next step first */
  readonly future: readonly T[]
  /** what the last change was made to: more of the same is one step back */
  readonly lastKey: string | null
}

/** Steps that can be taken back. */
const MOST_STEPS = 100

export const startHistory = <T>(saved: T): DraftHistory<T> => ({
  saved,
  present: saved,
  past: [],
  future: [],
  lastKey: null,
})

/** With a change. Changes of one `key` in a row, such as the letters of a name, are one step; a null key always is one. */
export const changed = <T>(history: DraftHistory<T>, present: T, key: string | null = null): DraftHistory<T> => {
  if (key !== null && key === history.lastKey) return { ...history, present, future: [] }
  return { ...history, present, past: [...history.past, history.present].slice(-MOST_STEPS), future: [], lastKey: key }
}

/** One step back; the same when there is none. */
export const undone = <T>(history: DraftHistory<T>): DraftHistory<T> => {
  const { past, present, future } = history
  const before = past.at(-1)
  if (before === undefined) return history
  return { ...history, present: before, past: past.slice(0, -1), future: [present, ...future], lastKey: null }
}

/** Takes the last step back again; the same when none was taken back. */
export const redone = <T>(history: DraftHistory<T>): DraftHistory<T> => {
  const { past, present, future } = history
  const [next, ...later] = future
  if (next === undefined) return history
  return { ...history, present: next, past: [...past, present], future: later, lastKey: null }
}
