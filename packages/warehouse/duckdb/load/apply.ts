import type { DuckDBConnection } from '@duckdb/node-api'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { stagingNames } from '#warehouse/schema/stored-columns.ts'
import type { RemovedRows } from '../../schema/removed-rows.ts'
import { derivedColumns } from '../../schema/stored-columns.ts'
import { columnList, quoted, stagingName, textLiteral } from '../ddl.ts'

/** A load that is applied to the account's tables, within the committing transaction. */
export interface Apply {
  readonly connection: DuckDBConnection
  readonly serviceId: string
  readonly timeZone: string
  readonly mode: 'merge' | 'replace'
  /** rows that are older than the stored ones are left out */
  readonly comparesVersions: boolean
  /** tables that have a staging table */
  readonly staged: ReadonlySet<CanonicalTable>
  readonly leaving: RemovedRows
}

/** The rows of one service, within a transaction. */
export type ServiceRows = Pick<Apply, 'connection' | 'serviceId'>

/** Rows that the statement inserted, updated or deleted. */
export const rowsChanged = async ({ connection }: Pick<Apply, 'connection'>, sql: string): Promise<number> =>
  (await connection.run(sql)).rowsChanged

export const isAny = async ({ connection }: Pick<Apply, 'connection'>, select: string): Promise<boolean> =>
  (await connection.runAndReadAll(`${select} LIMIT 1`)).currentRowCount > 0

export const countRows = async ({ connection }: Pick<Apply, 'connection'>, relation: string): Promise<number> =>
  Number((await connection.runAndReadAll(`SELECT count(*) FROM ${relation}`)).getRows()[0]?.[0] ?? 0)

export const staging = (table: CanonicalTable): string => `temp.main.${stagingName(table)}`

/** The service's rows of the account's table, as a relation. */
export const stored = ({ serviceId }: Pick<Apply, 'serviceId'>, table: CanonicalTable): string =>
  `(SELECT * FROM main.${quoted(table)} WHERE service_id = ${textLiteral(serviceId)})`

/** Condition on rows of the account's table that came from a source; the loader infers the others from order lines. */
export const isGiven = (table: CanonicalTable, alias?: string): string => {
  const makesRows = derivedColumns(table).some(({ name }) => name === 'order_line_source_id')
  return makesRows ? `${alias ? `${alias}.` : ''}order_line_source_id IS NULL` : 'true'
}

/** The service's rows of the account's table that came from its source, as a relation. */
export const given = ({ serviceId }: Pick<Apply, 'serviceId'>, table: CanonicalTable): string =>
  `(SELECT * FROM main.${quoted(table)} WHERE service_id = ${textLiteral(serviceId)} AND ${isGiven(table)})`

export const isFresh = async (apply: ServiceRows, table: CanonicalTable): Promise<boolean> =>
  !(await isAny(apply, `SELECT 1 FROM ${given(apply, table)}`))

/** Condition that a staged row differs from the stored row; a new update time alone is no difference. */
export const differs = (table: CanonicalTable, given: string, was: string): string =>
  stagingNames(table)
    .filter((name) => name !== 'source_id' && name !== 'source_updated_utc')
    .map((name) => `${given}.${quoted(name)} IS DISTINCT FROM ${was}.${quoted(name)}`)
    .join(' OR ')

/** Inserts rows of staging shape; derived columns stay null. */
export const insertGiven = (apply: Apply, table: CanonicalTable, rows: string): Promise<number> =>
  rowsChanged(
    apply,
    `INSERT INTO main.${quoted(table)} (service_id, ${columnList(stagingNames(table))})
     SELECT ${textLiteral(apply.serviceId)}, ${columnList(stagingNames(table), 'g')} FROM ${rows} g`,
  )
