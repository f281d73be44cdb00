/** A table that is looked up by a caller's text. It inherits nothing, so `constructor` and `toString` are not in it. */
export const lookupTable = <T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), entries)

/** A table of such tables. */
export const nestedLookupTable = <T>(
  tables: Readonly<Record<string, Readonly<Record<string, T>>>>,
): Readonly<Record<string, Readonly<Record<string, T>>>> =>
  lookupTable(Object.fromEntries(Object.entries(tables).map(([name, entries]) => [name, lookupTable(entries)])))
