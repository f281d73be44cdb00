/** The meanings of a platform's codes. A map instead of an object: names such as `constructor` are properties of every object. */
export const codes = <Code>(table: Readonly<Record<string, Code>>): ReadonlyMap<string, Code> =>
  new Map(Object.entries(table))
