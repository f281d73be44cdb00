import { z } from 'zod'
import { ReportDefinition } from '#contract/report-definition.ts'
import { ReportQuery, ResultColumn, ResultRow } from '#contract/reports.ts'
import type { SubjectKey } from '#domain/subject-pages.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import type { Subject, SubjectDeclaration } from '#reports/subjects/kit/subject.ts'
import { paginate } from '#semantic/query.ts'
import type { Deps } from '#server/deps.ts'
import { type AnalyticsSettings, getCachedResult, presentColumns } from '#server/modules/analytics/index.ts'

/** The records of a subject in one or all services, as stored in the result cache. */
const FoundRows = z.object({ columns: z.array(ResultColumn), rows: z.array(ResultRow) })

export interface FoundSubject extends Subject {
  readonly columns: readonly z.infer<typeof ResultColumn>[]
  readonly row: z.infer<typeof ResultRow>
  readonly asOf: string | null
  /** number of records with the ID */
  readonly records: number
}

/** More records of one ID than there are services. */
const MAX_RECORDS = 50

/** The record that describes a subject; null: there is none. */
export const findSubject = async (
  deps: Deps,
  settings: AnalyticsSettings,
  { declaration, key }: { readonly declaration: SubjectDeclaration; readonly key: SubjectKey },
  signal: AbortSignal,
): Promise<FoundSubject | null> => {
  const record = declaration.find(key)
  const definition = ReportDefinition.parse(record.definition)
  const request = { ...ReportQuery.parse({ definition }), definition }
  const { query } = resolveReport(request, settings.calendar, settings.customFields)
  const cached = await getCachedResult(deps, { settings, query: ['subject', query], signal }, async (session) => ({
    columns: presentColumns(query).map((column, index) => ({
      ...column,
      displayName: definition.columns[index]?.displayName ?? column.displayName,
    })),
    rows: await session.rows(paginate(query, 1, MAX_RECORDS)),
  }))
  if (cached === null) return null
  const { columns, rows } = FoundRows.parse(JSON.parse(Buffer.from(cached.bytes).toString('utf8')))
  const [row] = rows
  if (row === undefined) return null
  const values = Object.fromEntries(columns.map(({ columnId }, index) => [columnId, row[index] ?? null]))
  return {
    id: String(values[record.id] ?? key.id),
    name: String(values[record.name] ?? ''),
    serviceId: key.serviceId ?? null,
    values,
    columns,
    row,
    asOf: cached.asOf,
    records: rows.length,
  }
}
