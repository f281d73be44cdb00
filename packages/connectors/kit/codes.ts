/** What the values of a platform's field mean. */
export interface Codes<Meaning> {
  /** undefined: no meaning of the value is known */
  get(written: string | null | undefined): Meaning | undefined
  /** `other`: no meaning of the value is known */
  read(written: string | null | undefined): Meaning | 'other'
  has(written: string): boolean
}

/** A code in any way of writing it: WineDirect has both `Club Order` and `ClubOrder`. */
export const toCodeKey = (written: string | null | undefined): string =>
  (written ?? '').toLowerCase().replace(/[\s_-]/g, '')

/** The meanings of a platform's codes. A map instead of an object: names such as `constructor` are properties of every object. */
export const codes = <Meaning>(table: Readonly<Record<string, Meaning>>): Codes<Meaning> => {
  const byKey = new Map(Object.entries(table).map(([written, meaning]) => [toCodeKey(written), meaning]))
  const get: Codes<Meaning>['get'] = (written) => byKey.get(toCodeKey(written))
  return { get, read: (written) => get(written) ?? 'other', has: (written) => get(written) !== undefined }
}

/** The same by meaning: the codes of each, separated by commas. */
export const codesOf = <Meaning extends string>(table: Readonly<Partial<Record<Meaning, string>>>): Codes<Meaning> => {
  const entries = Object.entries(table) as [Meaning, string][]
  return codes(Object.fromEntries(entries.flatMap(([meaning, list]) => list.split(',').map((one) => [one, meaning]))))
}

const PICKUP = /pick[\s_-]?up|will call|click (?:&|and) collect|\bcollect(?:ion)? (?:at|from|in)\b/i

/** Whether the name of a shipping method says that customers fetch their goods. `Freight Collect` is sent. */
export const isPickupName = (name: string | null | undefined): boolean => PICKUP.test(name ?? '')
