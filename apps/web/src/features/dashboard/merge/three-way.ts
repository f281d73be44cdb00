/** A value as it was, and as two people changed it. */
export interface ThreeWay<T> {
  readonly base: T
  readonly theirs: T
  readonly mine: T
}

/** Whether both changed it, and to different values. */
export const isConflict = <T>({ base, theirs, mine }: ThreeWay<T>): boolean =>
  !isSame(theirs, base) && !isSame(mine, base) && !isSame(theirs, mine)

/** The changed value; mine if both changed it. */
export const merged = <T>({ base, theirs, mine }: ThreeWay<T>): T => (isSame(mine, base) ? theirs : mine)

/** JSON that is equal for equal values, regardless of key order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Whether two JSON values are equal. */
export const isSame = (a: unknown, b: unknown): boolean => a === b || canonical(a) === canonical(b)
