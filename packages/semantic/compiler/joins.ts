import type { ReportType } from '../catalog/report-type.ts'
import { BASE, type CompilerScope, PAGE } from './scope.ts'

/** The relation of the type's records. */
export const recordsOf = (scope: CompilerScope, { table, rows }: ReportType): string =>
  rows?.(scope) ?? scope.table(table)

export const baseTable = (scope: CompilerScope, type: ReportType): string =>
  `${scope.pageColumns === null ? recordsOf(scope, type) : PAGE} AS ${BASE}`

/** The type's own joins that the scope needs. */
export const typeJoins = (scope: CompilerScope, type: ReportType): string =>
  [...scope.joinsUsed]
    .map((name) => {
      const join = type.joins[name]
      if (join === undefined) throw new Error(`${type.reportType} has no join ${name}`)
      const alias = scope.dialect.quote(name)
      const on = join.on.map(([base, joined]) => `${scope.col(base)} = ${alias}.${scope.dialect.quote(joined)}`)
      if (join.isPerDay && scope.perDay.key !== '')
        on.push(`${scope.until()} = ${alias}.${scope.dialect.quote('until')}`)
      return ` LEFT JOIN ${join.relation(scope)} AS ${alias} ON ${on.join(' AND ')}`
    })
    .join('')
