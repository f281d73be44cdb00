/** What is saved, what somebody has made of it, and the way back. */
export interface DraftHistory<T> {
  readonly saved: T
  readonly present: T
  readonly past: readonly T[]
  /** what the last change was made to: more of the same is one step back */
  readonly lastKey: string | null
}

/** Steps that can be taken back. */
const MOST_STEPS = 100

export const startHistory = <T>(saved: T): DraftHistory<T> => ({ saved, present: saved, past: [], lastKey: null })

/** With a change. Changes of one `key` in a row, such as the letters of a name, are one step; a null key always is one. */
export const changed = <T>(history: DraftHistory<T>, present: T, key: string | null = null): DraftHistory<T> => {
  if (key !== null && key === history.lastKey) return { ...history, present }
  return { ...history, present, past: [...history.past, history.present].slice(-MOST_STEPS), lastKey: key }
}

/** One step back; the same when there is none. */
export const undone = <T>(history: DraftHistory<T>): DraftHistory<T> => {
  const before = history.past.at(-1)
  return before === undefined
    ? history
    : { ...history, present: before, past: history.past.slice(0, -1), lastKey: null }
}
