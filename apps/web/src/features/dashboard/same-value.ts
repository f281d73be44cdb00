/** JSON that is equal for equal values, regardless of key order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Whether two JSON values are equal. */
export const isSame = (a: unknown, b: unknown): boolean => a === b || canonical(a) === canonical(b)
