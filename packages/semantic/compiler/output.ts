import type { Column } from '../catalog/column.ts'
import { InvalidQuery } from '../invalid-query.ts'
import type { SemanticQuery } from '../query.ts'
import { type Compilation, columnAt } from './compilation.ts'

/** A column of the answer. */
export interface Output {
  /** SQL of the value as it is answered */
  readonly select: string
  /** SQL of the value as it is compared */
  readonly sort: string
}

export const orderClause = (terms: readonly string[]): string =>
  terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`

export const limitClause = ({ top, page }: SemanticQuery): string => {
  if (page === null) return top === null ? '' : ` LIMIT ${top}`
  const left = top === null ? page.limit : Math.max(0, Math.min(page.limit, top - page.offset))
  return ` LIMIT ${left} OFFSET ${page.offset}`
}

/** What every row has alike orders nothing, and a bare number in an ORDER BY would be the place of a column. */
const isConstant = (sql: string): boolean => sql === 'NULL' || /^\d+$/.test(sql)

/** The query's sort. `hidden` writes a column that is not shown; null where the answer cannot be sorted by it. */
export const sortTerms = (
  { query, type, dialect }: Compilation,
  outputs: readonly Output[],
  hidden: (column: Column) => string | null,
): string[] => {
  const termOf = (sql: string, direction: 'asc' | 'desc') => (isConstant(sql) ? [] : [dialect.orderBy(sql, direction)])
  return query.sort.flatMap((sort, place) => {
    const field = `orderColumns[${place}]`
    if ('column' in sort) {
      const sql = outputs[sort.column]?.sort
      if (sql !== undefined) return termOf(sql, sort.direction)
      throw new InvalidQuery([{ field, message: `There is no column ${sort.column}` }])
    }
    const column = columnAt(type, sort.columnId, field)
    const sql = hidden(column)
    if (sql !== null) return termOf(sql, sort.direction)
    throw new InvalidQuery([{ field, message: `${column.displayName} is neither shown nor grouped by` }])
  })
}
