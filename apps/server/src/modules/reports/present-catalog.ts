import type { z } from 'zod'
import type { ReportCatalog } from '#contract/reports.ts'
import { columnName, REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'

type Catalog = z.infer<typeof ReportCatalog>

const presentColumn = (column: Column): Catalog['reportTypes'][number]['columns'][number] => ({
  columnId: column.columnId,
  columnName: columnName(column.columnId),
  displayName: column.displayName,
  kind: column.kind,
  type: column.type,
  format: column.format,
  additive: column.kind === 'measure' && column.additive,
  description: column.description,
  goodDirection: column.kind === 'measure' ? column.goodDirection : 'neutral',
})

/** Report types with every column that a definition may name. Built-in reports are none yet. */
export const presentCatalog = (): Catalog => ({
  builtin: [],
  reportTypes: REPORT_TYPES.map(({ reportType, title, columns }) => ({
    reportType,
    title,
    columns: columns.map(presentColumn),
  })),
})
