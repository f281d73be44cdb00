import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { CanonicalRow } from './connector.ts'

type Placed = 'source_id' | 'source_updated' | 'time_basis'

export type UtcColumns<Table extends CanonicalTable> = Omit<CanonicalRecord<Table>, Placed> & {
  readonly id: string
  /** epoch milliseconds; null: unknown */
  readonly updated: number | null
}

/** A row; on platforms whose times are in UTC. */
export const utcRow = <Table extends CanonicalTable>(
  table: Table,
  { id, updated, ...columns }: UtcColumns<Table>,
): CanonicalRow =>
  ({ table, row: { source_id: id, source_updated: updated, time_basis: 'utc', ...columns } }) as unknown as CanonicalRow
