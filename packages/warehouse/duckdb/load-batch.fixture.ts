import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import type { LoadOutcome, LoadRequest, Warehouse } from '../engine.ts'

export type Batch = { readonly [T in CanonicalTable]?: readonly CanonicalRecord<T>[] }

const appendTable = async <T extends CanonicalTable>(
  load: Awaited<ReturnType<Warehouse['beginLoad']>>,
  table: T,
  batch: Batch,
): Promise<void> => {
  const rows: readonly CanonicalRecord<T>[] | undefined = batch[table]
  if (rows) await load.append(table, rows)
}

type Ids = Partial<Readonly<Record<CanonicalTable, readonly string[]>>>

/** The parts of a load about rows that it does not contain. */
export interface BatchLeaving {
  readonly remove?: Ids
  readonly retain?: Ids
  readonly replaceWithin?: readonly ('membership_holds' | 'release_members')[]
}

/** One whole load: begin, append, commit. */
export const loadBatch = async (
  warehouse: Pick<Warehouse, 'beginLoad'>,
  request: LoadRequest,
  batch: Batch,
  { remove = {}, retain = {}, replaceWithin = [] }: BatchLeaving = {},
): Promise<LoadOutcome> => {
  const load = await warehouse.beginLoad(request)
  try {
    for (const table of CANONICAL_TABLE_NAMES) {
      await appendTable(load, table, batch)
      const [removed, retained] = [remove[table], retain[table]]
      if (removed) await load.remove(table, removed)
      if (retained) await load.retain(table, retained)
    }
    for (const table of replaceWithin) load.replaceWithin(table)
    return await load.commit()
  } finally {
    await load.discard()
  }
}
