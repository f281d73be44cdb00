import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { stagingNames } from '#warehouse/schema/stored-columns.ts'
import type { SqlValue } from '../../engine.ts'
import { type AccountTable, accountColumns, columnNames } from '../../schema/account-tables.ts'
import { derivedColumns } from '../../schema/stored-columns.ts'
import { nullableType } from '../clickhouse-ddl.ts'
import { clickHouseDialect } from '../clickhouse-dialect.ts'
import type { CallOptions, ClickHouse, NamedParams } from '../connect.ts'
import { LOAD_VALUES, nextTable, stagedTable } from '../tables.ts'

export const { quote } = clickHouseDialect

/** Parameters that every statement of a load may name: `account`, `load`, `service` and `zone`. */
export interface LoadParams extends NamedParams {
  readonly account: number
  readonly load: string
  readonly service: string
  /** IANA name */
  readonly zone: string
}

/** Runs the statements of one load, which read the account's tables as they will be and write only to `next_` tables. */
export class LoadStatements {
  readonly params: LoadParams
  readonly #clickHouse: ClickHouse
  readonly #options: CallOptions
  readonly #steps: { last: number }

  constructor(clickHouse: ClickHouse, params: LoadParams, options: CallOptions, steps = { last: 0 }) {
    this.#clickHouse = clickHouse
    this.params = params
    this.#options = options
    this.#steps = steps
  }

  run(sql: string, params: NamedParams = {}): Promise<void> {
    return this.#clickHouse.command(sql, { ...params, ...this.params }, this.#options)
  }

  rows(sql: string): Promise<SqlValue[][]> {
    return this.#clickHouse.rows(sql, this.params, this.#options)
  }

  async isAny(select: string): Promise<boolean> {
    return (await this.rows(`${select} LIMIT 1`)).length > 0
  }

  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    return this.#clickHouse.insert(table, columns, rows, this.#options)
  }

  /** The same load for rows of another service. */
  ofService(service: string): LoadStatements {
    return new LoadStatements(this.#clickHouse, { ...this.params, service }, this.#options, this.#steps)
  }

  /**
   * Writes new versions of rows: columns that `values` does not name are those of `alias`. An earlier version of a row in
   * the same load is replaced.
   */
  async write(table: AccountTable, { from, alias, values = {}, isDeleted = '0', params }: NewRows): Promise<void> {
    this.#steps.last += 1
    const columns = columnNames(table)
    const selected = columns.map((name) => values[name] ?? `${alias}.${quote(name)}`)
    await this.run(
      `INSERT INTO ${nextTable(table)} (load_id, step, is_deleted, ${list(columns)})
       SELECT {load:String}, ${this.#steps.last}, ${isDeleted === true ? 1 : isDeleted}, ${selected.join(', ')} FROM ${from}`,
      params,
    )
  }

  /** Collects ids for later statements of the load. */
  collect(kind: IdKind, name: AccountTable, select: string): Promise<void> {
    return this.run(
      `INSERT INTO ${LOAD_VALUES} (load_id, kind, name, value)
       SELECT {load:String}, '${kind}', '${name}', id FROM (SELECT DISTINCT assumeNotNull(id) AS id FROM (${select}) WHERE id IS NOT NULL)`,
    )
  }
}

interface NewRows {
  /** relation, joins and conditions after FROM */
  readonly from: string
  readonly alias: string
  /** SQL by column */
  readonly values?: Readonly<Record<string, string>>
  /** SQL; default: 0 */
  readonly isDeleted?: true | string
  /** that it names besides those of the load */
  readonly params?: NamedParams | undefined
}

/** `removed` and `retained` are given; the others are found; `stale`: derived columns are computed again. */
export type IdKind = 'removed' | 'retained' | 'outdated' | 'deleted' | 'touched' | 'stale' | 'customers'

export const list = (names: readonly string[], alias?: string): string =>
  names.map((name) => (alias ? `${alias}.${quote(name)}` : quote(name))).join(', ')

/** Ids that were collected, as a subquery. */
export const ids = (kind: IdKind, name: AccountTable): string =>
  `(SELECT value FROM ${LOAD_VALUES} WHERE load_id = {load:String} AND kind = '${kind}' AND name = '${name}')`

/** Rows of the account in the tables that reports read, of all services. */
const publishedOfAll = (table: AccountTable): string =>
  `SELECT ${list(columnNames(table))} FROM ${table} FINAL WHERE account_id = {account:UInt64}`

/** The service's rows as reports read them, as a relation. */
export const published = (table: AccountTable): string => `(${publishedOfAll(table)} AND service_id = {service:String})`

/** The service's rows as they will be, as a relation. */
export const stored = (table: AccountTable): string => {
  const next = `FROM ${nextTable(table)}`
  const own = 'load_id = {load:String} AND service_id = {service:String}'
  return `(${publishedOfAll(table)} AND service_id = {service:String} AND source_id NOT IN (SELECT source_id ${next} WHERE ${own})
    UNION ALL SELECT ${list(columnNames(table))} ${next} FINAL WHERE ${own} AND is_deleted = 0)`
}

/** The account's rows as they will be, of all services. */
export const storedOfAll = (table: AccountTable): string => {
  const next = `FROM ${nextTable(table)}`
  return `(${publishedOfAll(table)} AND (service_id, source_id) NOT IN (SELECT service_id, source_id ${next} WHERE load_id = {load:String})
    UNION ALL SELECT ${list(columnNames(table))} ${next} FINAL WHERE load_id = {load:String} AND is_deleted = 0)`
}

/** Condition on rows that came from a source; the loader infers the others from order lines. */
export const isGiven = (table: AccountTable, alias?: string): string => {
  const makesRows = table === 'memberships' || table === 'reservations'
  return makesRows ? `${alias ? `${alias}.` : ''}order_line_source_id IS NULL` : 'true'
}

/** The service's rows that came from its source, as they will be. */
export const given = (table: CanonicalTable): string => `(SELECT * FROM ${stored(table)} WHERE ${isGiven(table)})`

/** The load's own rows, each key once, as a relation of staging shape. */
export const staged = (table: CanonicalTable): string =>
  `(SELECT ${list(stagingNames(table))} FROM ${stagedTable(table)} WHERE load_id = {load:String} AND phase = 1)`

const isDistinct = (names: readonly string[], left: string, right: string): string =>
  names.map((name) => `${left}.${quote(name)} IS DISTINCT FROM ${right}.${quote(name)}`).join(' OR ')

/** Condition that a staged row differs from the stored row; a new update time alone is no difference. */
export const differs = (table: CanonicalTable, left: string, right: string): string =>
  isDistinct(
    stagingNames(table).filter((name) => name !== 'source_id' && name !== 'source_updated_utc'),
    left,
    right,
  )

/** Condition that any column of two rows differs, apart from the update time. */
export const rowDiffers = (table: AccountTable, left: string, right: string): string =>
  isDistinct(
    columnNames(table).filter((name) => !['service_id', 'source_id', 'source_updated_utc'].includes(name)),
    left,
    right,
  )

/** SQL of columns in the columns' own types, in which they can be compared with stored ones. */
export const typed = (table: AccountTable, values: Readonly<Record<string, string>>): Record<string, string> => {
  const kinds = new Map(accountColumns(table).map(({ name, kind }) => [name, kind]))
  return Object.fromEntries(
    Object.entries(values).map(([name, sql]) => [name, `CAST(${sql} AS ${nullableType(kinds.get(name) ?? 'text')})`]),
  )
}

/** Columns that a new row does not have yet. */
export const noDerived = (table: CanonicalTable): Record<string, string> =>
  Object.fromEntries(derivedColumns(table).map(({ name }) => [name, 'NULL']))
