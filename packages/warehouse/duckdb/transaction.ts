import type { DuckDBConnection } from '@duckdb/node-api'

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
    // A failed COMMIT has ended the transaction already, and then there is nothing to roll back.
    await connection.run('ROLLBACK').catch(() => undefined)
    throw error
  }
}
