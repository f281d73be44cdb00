import { useState } from 'react'

const NONE: ReadonlySet<string> = new Set()

/** Names of the series that a legend has hidden. Hiding the last one shows all again. */
export const toggled = (hidden: ReadonlySet<string>, name: string, all: readonly string[]): ReadonlySet<string> => {
  const next = new Set(hidden)
  if (!next.delete(name)) next.add(name)
  return all.every((one) => next.has(one)) ? NONE : next
}

/** The series that a legend has hidden, and a function that hides or shows one. `all`: names of every series. */
export const useHiddenSeries = (all: readonly string[]) => {
  const [hidden, setHidden] = useState(NONE)
  return { hidden, toggle: (name: string) => setHidden(toggled(hidden, name, all)) }
}
