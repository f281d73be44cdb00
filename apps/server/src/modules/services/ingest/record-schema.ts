import { z } from 'zod'
import { INGEST_RECORDS, type IngestKind, LineOfOrder, linesOfOrder } from '#contract/ingest.ts'

/** Fields of the objects among the records. */
const fieldsOf = (records: readonly unknown[]): Set<string> => {
  const fields = new Set<string>()
  for (const record of records)
    if (typeof record === 'object' && record !== null) for (const field of Object.keys(record)) fields.add(field)
  return fields
}

const linesIn = (records: readonly unknown[]): unknown[] =>
  records.flatMap((record) => {
    const lines: unknown = typeof record === 'object' && record !== null && 'lines' in record ? record.lines : null
    return Array.isArray(lines) ? lines : []
  })

type Fields = Readonly<Record<string, z.ZodType>>

/** Fields of the schema that are given or that a record needs. */
const neededFields = ({ shape }: z.ZodObject<Fields>, records: readonly unknown[]): Fields => {
  const given = fieldsOf(records)
  return Object.fromEntries(
    Object.entries(shape).filter(([field, value]) => given.has(field) || !value.safeParse(undefined).success),
  )
}

const MAX_KNOWN = 100
const cachedSchemas = new Map<string, z.ZodObject>()

/**
 * A schema that answers for these records as the contract's does: it leaves out the optional fields that none of them has, which are
 * most of a record's fields and take a third of the time. One for a batch, since making one takes as long as checking many records.
 */
export const schemaOfBatch = (kind: IngestKind, records: readonly unknown[]): z.ZodObject => {
  const fields = neededFields(INGEST_RECORDS[kind], records)
  const lineFields = kind === 'orders' ? neededFields(LineOfOrder, linesIn(records)) : {}
  const name = JSON.stringify([kind, Object.keys(fields), Object.keys(lineFields)])
  const lines = kind === 'orders' ? { lines: linesOfOrder(z.strictObject(lineFields)) } : {}
  const schema = cachedSchemas.get(name) ?? z.strictObject({ ...fields, ...lines })
  if (cachedSchemas.size >= MAX_KNOWN) cachedSchemas.clear()
  cachedSchemas.set(name, schema)
  return schema
}
