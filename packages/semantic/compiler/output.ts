import type { Column } from '../catalog/column.ts'
import type { Scope } from '../catalog/formula.ts'
import type { SemanticQuery } from '../query.ts'
import { InvalidQuery } from '../query.ts'
import { type Compilation, type CompilerOptions, columnAt } from './compilation.ts'

/** A column of the result. */
export interface Output {
  /** SQL of the returned value */
  readonly select: string
  readonly sort: SortValue
  /** terms that come before it, which put the rest of a top N and what has no value after the other groups */
  readonly restLast?: readonly string[]
}

/** What rows are sorted by: SQL, and whether it is a name, which sorts as the account's language does. */
interface SortValue {
  readonly sql: string
  readonly isName: boolean
}

export const orderClause = (terms: readonly string[]): string =>
  terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`

export const limitClause = ({ top, page }: SemanticQuery): string => {
  if (page === null) return top === null ? '' : ` LIMIT ${top}`
  const left = top === null ? page.limit : Math.max(0, Math.min(page.limit, top - page.offset))
  return ` LIMIT ${left} OFFSET ${page.offset}`
}

/** A constant does not sort, and a bare number in ORDER BY would be a column position. */
const isConstant = (sql: string): boolean => sql === 'NULL' || /^\d+$/.test(sql)

/** What rows are sorted by for a column. */
export type SortKey = Pick<Output, 'sort' | 'restLast'>

/** The query's sort. `hidden`: of a column that is not shown; null where the result cannot be sorted by it. */
export const sortTerms = (
  compilation: Compilation,
  outputs: readonly Output[],
  hidden: (column: Column) => SortKey | null,
): string[] => {
  const { query, type, dialect } = compilation
  const termsOf = ({ sort, restLast = [] }: SortKey, direction: 'asc' | 'desc') =>
    isConstant(sort.sql)
      ? []
      : [...restLast.map((sql) => dialect.orderBy(sql, 'asc')), orderTerm(sort, direction, compilation)]
  return query.sort.flatMap((sort, index) => {
    const field = `orderColumns[${index}]`
    if ('column' in sort) {
      const shown = outputs[sort.column]
      if (shown !== undefined) return termsOf(shown, sort.direction)
      throw new InvalidQuery([{ field, message: `There is no column ${sort.column}` }])
    }
    const column = columnAt(type, sort.columnId, field)
    const key = hidden(column)
    if (key !== null) return termsOf(key, sort.direction)
    throw new InvalidQuery([{ field, message: `${column.displayName} is neither shown nor grouped by` }])
  })
}

/** What rows are sorted by for a column's value. */
export const sortValue = (column: Column, sql: string, scope: Scope): SortValue => {
  if (column.kind === 'measure') return { sql, isName: false }
  const { type, part, isId, order } = column
  return order
    ? { sql: order(sql, scope), isName: false }
    : { sql, isName: type === 'text' && part === undefined && !isId }
}

type OrderOptions = Pick<CompilerOptions, 'dialect' | 'context'>

const orderTerm = (
  { sql, isName }: SortValue,
  direction: 'asc' | 'desc',
  { dialect, context: { collation = 'en' } }: OrderOptions,
): string => dialect.orderBy(sql, direction, isName ? collation : undefined)

/** Terms that put every value in its place: a collation takes different names for the same, such as two spellings of an accent. */
export const orderTerms = (value: SortValue, options: OrderOptions): string[] => [
  orderTerm(value, 'asc', options),
  ...(value.isName ? [options.dialect.orderBy(value.sql, 'asc')] : []),
]
