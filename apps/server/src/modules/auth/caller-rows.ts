import type pg from 'pg'
import { readTogether } from '#server/db/read-together.ts'

interface CallerQuery {
  /** of the prepared statements */
  readonly name: string
  /** expression that identifies a caller */
  readonly key: string
  readonly columns: string
  readonly from: string
  /** expressions, none of which stays the same when a column changes: `xmin` and `ctid` of every row, and what other tables say */
  readonly version: string
}

interface CallerRows {
  readonly key: string
  readonly version: string
}

/** Callers whose columns are kept; each has some kilobytes. */
const MAX_KEPT = 1_000

interface CachedRow<Row> {
  readonly version: string
  readonly row: Row
}

/**
 * Reads callers by key. Their rows are looked up for every request, so that each change counts from the next one on, but of
 * rows that are the same as last time only the version is sent, in place of about fifty columns. Returns the same object as
 * long as nothing changed.
 */
export const createCallerRows = <Row>(
  pool: Pick<pg.Pool, 'query'>,
  { name, key, columns, from, version }: CallerQuery,
): ((key: string) => Promise<Row | undefined>) => {
  // Named statements are prepared once per connection. With a list, PostgreSQL plans each execution anew, because it does not
  // know how long the list is, which takes longer than the rest; most requests come alone or from one caller.
  const ask = async <Answer extends pg.QueryResultRow>(title: string, selected: string, ids: readonly string[]) => {
    const text = `select ${key} as key, concat_ws(' ', ${version}) as version${selected} from ${from} where ${key} =`
    const isOne = ids.length === 1
    const { rows } = await pool.query<Answer & CallerRows>(
      isOne
        ? { name: `${title} of one`, text: `${text} $1`, values: [...ids] }
        : { name: title, text: `${text} any($1)`, values: [ids] },
    )
    return rows
  }
  /** least recently used first */
  const kept = new Map<string, CachedRow<Row>>()

  const keep = (id: string, found: CachedRow<Row>): void => {
    kept.delete(id)
    kept.set(id, found)
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  }

  return readTogether(async (ids: readonly string[]) => {
    const found = new Map<string, CachedRow<Row>>()
    const versions = await ask(`${name}: versions`, '', ids)
    for (const current of versions) {
      const known = kept.get(current.key)
      if (known?.version === current.version) found.set(current.key, known)
    }
    const changed = versions.flatMap((current) => (found.has(current.key) ? [] : [current.key]))
    const rows = changed.length === 0 ? [] : await ask<Row & pg.QueryResultRow>(name, `, ${columns}`, changed)
    for (const row of rows) found.set(row.key, { version: row.version, row })
    for (const [id, one] of found) keep(id, one)
    return new Map([...found].map(([id, { row }]) => [id, row]))
  })
}
