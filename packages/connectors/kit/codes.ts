/** The meanings of a platform's codes. A map instead of an object: names such as `constructor` are properties of every object. */
export const codes = <Code>(table: Readonly<Record<string, Code>>): ReadonlyMap<string, Code> =>
  new Map(Object.entries(table))

const PICKUP = /pick[\s_-]?up|will call|click (?:&|and) collect|\bcollect(?:ion)? (?:at|from|in)\b/i

/** Whether the name of a shipping method says that customers fetch their goods. `Freight Collect` is sent. */
export const isPickupName = (name: string | null | undefined): boolean => PICKUP.test(name ?? '')
