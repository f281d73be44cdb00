import type { SemanticQuery } from '../query.ts'
import type { Dialect } from './dialect.ts'

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

export const sortTerms = (query: SemanticQuery, sorts: readonly string[], dialect: Dialect): string[] =>
  query.sort.flatMap(({ column, direction }) => {
    const sql = sorts[column]
    return sql === undefined ? [] : [dialect.orderBy(sql, direction)]
  })
