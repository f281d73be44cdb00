import type { CustomField } from '#domain/custom-fields.ts'
import { findColumn, reportTypesFor } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { FindColumn } from './chip-label.ts'

/** Finds a column of the report type, or of the first that has it. */
export const columnFinder = (customFields: readonly CustomField[], own: ReportType | null = null): FindColumn => {
  const types = [...(own === null ? [] : [own]), ...reportTypesFor(customFields)]
  return (columnId) => {
    for (const type of types) {
      const column = findColumn(type, columnId)
      if (column !== null) return column
    }
    return null
  }
}
