import { isSame } from '../same-value.ts'

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
