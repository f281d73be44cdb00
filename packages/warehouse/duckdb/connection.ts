import { setImmediate } from 'node:timers/promises'
import {
  type DuckDBConnection,
  DuckDBDecimal16Vector,
  DuckDBDecimal32Vector,
  DuckDBDecimal64Vector,
  DuckDBDecimal128Vector,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBValue,
  type DuckDBVector,
  StatementType,
} from '@duckdb/node-api'
import type { SqlParam, SqlValue, Statement } from '../engine.ts'
import './whole-text.ts'

/** Chunks of 2,048 rows that are read before yielding to the event loop. */
const CHUNKS_A_TURN = 2

type CellReader = (index: number) => SqlValue

const exact = (value: bigint): number => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('The result holds an integer beyond 2^53')
  return number
}

const decimalReader = (scaled: (index: number) => number | bigint | null, scale: number): CellReader => {
  const divisor = 10 ** scale
  return (index) => {
    const value = scaled(index)
    if (value === null) return null
    return (typeof value === 'bigint' ? exact(value) : value) / divisor
  }
}

const plainValue = (value: DuckDBValue): SqlValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return typeof value === 'bigint' ? exact(value) : String(value)
}

const makeCellReader = (vector: DuckDBVector): CellReader => {
  const isDecimal =
    vector instanceof DuckDBDecimal64Vector ||
    vector instanceof DuckDBDecimal128Vector ||
    vector instanceof DuckDBDecimal32Vector ||
    vector instanceof DuckDBDecimal16Vector
  if (isDecimal) return decimalReader((index) => vector.getScaledValue(index), vector.type.scale)
  return (index) => plainValue(vector.getItem(index))
}

const bind = (prepared: DuckDBPreparedStatement, value: SqlParam, index: number): void => {
  if (value === null) prepared.bindNull(index)
  else if (typeof value === 'string') prepared.bindVarchar(index, value)
  else if (typeof value === 'boolean') prepared.bindBoolean(index, value)
  else if (Number.isSafeInteger(value)) prepared.bindBigInt(index, BigInt(value))
  else prepared.bindDouble(index, value)
}

/** Binds `$1`, `$2` … in the order given. */
export const bindAll = (prepared: DuckDBPreparedStatement, params: readonly SqlParam[]): void => {
  params.forEach((value, index) => {
    bind(prepared, value, index + 1)
  })
}

/** Runs one prepared SELECT and returns all of its rows as plain values. Any other kind of statement throws. */
export const readRows = async (connection: DuckDBConnection, statement: Statement): Promise<SqlValue[][]> => {
  // Never reused: its plan contains the value ranges of the rows at preparation, so it returns wrong sums after a load.
  const prepared = await connection.prepare(statement.sql)
  try {
    if (prepared.statementType !== StatementType.SELECT) throw new TypeError('A query is one SELECT')
    bindAll(prepared, statement.params)
    const result = await prepared.run()
    const rows: SqlValue[][] = []
    // Not by `fetchChunk`: each call waits for a thread, also the last one, which finds no more.
    for (let index = 0; index < result.chunkCount; index += 1) {
      const chunk = result.getChunk(index)
      // Many rows take many milliseconds, which would block the event loop.
      if (index % CHUNKS_A_TURN === CHUNKS_A_TURN - 1) await setImmediate()
      const readers = Array.from({ length: chunk.columnCount }, (_, column) =>
        makeCellReader(chunk.getColumnVector(column)),
      )
      for (let row = 0; row < chunk.rowCount; row++) rows.push(readers.map((read) => read(row)))
    }
    return rows
  } finally {
    prepared.destroySync()
  }
}

/** Runs `work` in one transaction of the connection; rolls back when it throws. */
export const inTransaction = async <Result>(
  connection: DuckDBConnection,
  work: () => Promise<Result>,
): Promise<Result> => {
  await connection.run('BEGIN TRANSACTION')
  try {
    const result = await work()
    await connection.run('COMMIT')
    return result
  } catch (error) {
    // A failed COMMIT has already ended the transaction, so there is nothing to roll back.
    await connection.run('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** A connection without a file, to ask whether the engine answers. */
export const connectToNothing = async (): Promise<DuckDBConnection> => {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '16MB' })
  return instance.connect()
}
