import { findColumn } from '#semantic/catalog/catalog.ts'
import { type Column, isFilterOnly } from '#semantic/catalog/column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { InvalidQuery, type QueryProblem } from '#semantic/query.ts'

/** Collects problems, so that one response names every invalid field. */
export class Problems {
  readonly #problems: QueryProblem[] = []

  add(field: string, message: string): null {
    this.#problems.push({ field, message })
    return null
  }

  throwIfAny(): void {
    if (this.#problems.length > 0) throw new InvalidQuery(this.#problems)
  }
}

/** A column by its ID or its name, case-insensitively. */
export interface ColumnRef {
  readonly columnId?: string | undefined
  readonly columnName?: string | undefined
}

/** The named column; null, with a problem added, if there is none. */
export const resolveColumn = (type: ReportType, ref: ColumnRef, field: string, problems: Problems): Column | null => {
  const name = ref.columnId ?? ref.columnName
  if (name === undefined) return problems.add(field, 'columnId is required')
  return findColumn(type, name) ?? problems.add(field, `${name} is not a column of ${type.title}`)
}

/** Like `resolveColumn`, for a column that is shown, grouped or sorted by. */
export const resolveShownColumn = (
  type: ReportType,
  ref: ColumnRef,
  field: string,
  problems: Problems,
): Column | null => {
  const column = resolveColumn(type, ref, field, problems)
  if (column?.kind !== 'dimension' || !isFilterOnly(column)) return column
  return problems.add(field, `${column.displayName} can only be used as a filter in ${type.title}`)
}
