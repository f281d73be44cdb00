import type { Column } from '../catalog/column.ts'
import type { Scope } from './scope.ts'

/** SQL of what a value of the column is sorted by. */
export const sortValue = (column: Column, sql: string, scope: Scope): string =>
  column.kind === 'dimension' && column.order ? column.order(sql, scope) : sql
