import type { CanonicalRow } from './connector.ts'

/** A record of a fake platform, and the rows that Cuvee must make of it. */
interface StoredRecord {
  readonly id: string
  readonly rows: readonly CanonicalRow[]
}

/** The records of a platform by list, each in the order in which they were added. */
export const createRecordStore = <Name extends string, Stored extends StoredRecord>(names: readonly Name[]) => {
  const lists = new Map<Name, Map<string, Stored>>(names.map((name) => [name, new Map()]))
  const listOf = (name: Name): Map<string, Stored> => lists.get(name) ?? new Map()
  return {
    put: (name: Name, record: Stored): void => void listOf(name).set(record.id, record),
    remove: (name: Name, id: string): void => void listOf(name).delete(id),
    list: (name: Name): readonly Stored[] => [...listOf(name).values()],
    get: (name: Name, id: string): Stored | undefined => listOf(name).get(id),
    /** of an up-to-date warehouse */
    rows: (): CanonicalRow[] => names.flatMap((name) => [...listOf(name).values()].flatMap(({ rows }) => rows)),
  }
}
