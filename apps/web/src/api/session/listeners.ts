/** Those who want to hear of something, told in the order in which they came. */
export const listeners = <T extends readonly unknown[]>() => {
  const all = new Set<(...values: T) => void>()
  return {
    add: (listener: (...values: T) => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    tell: (...values: T) => {
      for (const listener of [...all]) listener(...values)
    },
  }
}
