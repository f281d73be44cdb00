import type { z } from 'zod'
import { contract } from '#contract/contract.ts'
import type { ReportCatalog } from '#contract/report-catalog.ts'
import { reports } from '#contract/reports.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { codeLabels, type OwnCode } from '#domain/own-codes.ts'
import { AGGREGATIONS, type Aggregation } from '#domain/report-terms.ts'
import { REPORTS } from '#reports/built-in-reports.ts'
import type { BuiltInReport } from '#reports/kit/built-in-report.ts'
import { ownRangeOf } from '#reports/kit/own-range.ts'
import { requestedComparison, resolveReport, showKeys } from '#reports/kit/resolve-report.ts'
import { columnName, describeColumn, reportTypesFor } from '#semantic/catalog/catalog.ts'
import { type Column, isFilterOnly } from '#semantic/catalog/column.ts'
import { ownCodeList } from '#semantic/catalog/own-codes.ts'
import { hasClubOrders, type ReportType } from '#semantic/catalog/report-type.ts'
import { aggregateColumn, NotAggregatable } from '#semantic/compiler/aggregation.ts'
import { type Definitions, readDefinitions } from '#semantic/definitions/definitions.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { getCachedResult, loadAnalyticsSettings, withFields, withReleases } from '#server/modules/analytics/index.ts'
import { attachmentHeader } from '#server/platform/file-name.ts'
import { reportFile } from './export/report-file.ts'
import { reportQuestion, reportTitle } from './export/report-question.ts'
import { findDefinition, rejectInvalidQueries } from './find-definition.ts'
import { numberRoutes } from './number.routes.ts'
import { runReport } from './run-report.ts'

type Catalog = z.infer<typeof ReportCatalog>

/** Title, roles and account types come from the report's page, so that menu, route guard and API cannot differ. */
const presentReport = (report: BuiltInReport): Catalog['builtin'][number] => {
  const { group, slug, path, title, description, definition, roles, accountTypes } = report
  const ownRange = ownRangeOf(definition)
  return {
    group,
    slug,
    path,
    title,
    description,
    definition,
    ...(ownRange ? { rangeName: ownRange.name } : {}),
    roles: roles && [...roles],
    accountTypes: accountTypes && [...accountTypes],
  }
}

const canAggregate = (column: Column, aggregation: Aggregation): boolean => {
  if (column.kind === 'dimension' && aggregation === 'None') return true
  try {
    aggregateColumn(column, aggregation)
    return true
  } catch (error) {
    if (error instanceof NotAggregatable) return false
    throw error
  }
}

interface CatalogSettings {
  readonly definitions: Definitions
  readonly customFields: readonly CustomField[]
  readonly ownCodes: readonly OwnCode[]
}

const presentChoices = ({ columnId }: Column, ownCodes: readonly OwnCode[]) => {
  const list = ownCodeList(columnId)
  return list === null ? {} : { choices: codeLabels(ownCodes, list) }
}

/** A column of own codes is offered only to accounts that have some; elsewhere it repeats the standard column. */
const isOffered = ({ columnId }: Column, ownCodes: readonly OwnCode[]): boolean => {
  const list = ownCodeList(columnId)
  return list === null || ownCodes.some((code) => code.list === list)
}

const presentColumn = (
  type: ReportType,
  column: Column,
  { definitions, ownCodes }: CatalogSettings,
): Catalog['reportTypes'][number]['columns'][number] => ({
  columnId: column.columnId,
  columnName: columnName(column.columnId),
  displayName: column.displayName,
  kind: column.kind,
  type: column.type,
  format: column.format,
  additive: column.kind === 'measure' && column.additive,
  description: describeColumn(type, column, definitions),
  goodDirection: column.kind === 'measure' ? column.goodDirection : 'neutral',
  aggregations: AGGREGATIONS.filter((aggregation) => canAggregate(column, aggregation)),
  filterOnly: column.kind === 'dimension' && isFilterOnly(column),
  ...presentChoices(column, ownCodes),
})

/** Dates that a range can limit, the usual one first. */
const dateColumnsOf = ({ columns, dateColumn }: ReportType): string[] => {
  const dates = columns.flatMap((column) =>
    column.kind === 'dimension' && !column.part && (column.type === 'date' || column.type === 'dateTime')
      ? [column.columnId]
      : [],
  )
  return [...new Set([...(dateColumn === null ? [] : [dateColumn]), ...dates])]
}

/** Built-in reports with their access rules, and report types with all columns, described under the account's definitions. */
const presentCatalog = (settings: CatalogSettings): Catalog => ({
  builtin: REPORTS.map(presentReport),
  reportTypes: reportTypesFor(settings.customFields).map((type) => ({
    reportType: type.reportType,
    title: type.title,
    dateColumns: dateColumnsOf(type),
    hasClubOrders: hasClubOrders(type),
    columns: type.columns
      .filter((column) => isOffered(column, settings.ownCodes))
      .map((column) => presentColumn(type, column, settings)),
  })),
})

/** `POST /reports/export`: the file, or an error before its first byte. */
const exportRoute = rawRoute(reports.export, ({ input, deps, caller, call, reply }) =>
  rejectInvalidQueries(async () => {
    const { definition: ref, format, totals, details, ...options } = input
    const definition = await findDefinition(deps, caller, ref)
    const title = reportTitle(ref, definition)
    const question = await reportQuestion(deps, { reader: caller, title, definition, options })
    const { name, contentType, bytes, content } = await reportFile(
      deps,
      question,
      { format, totals, details },
      call.signal,
    )
    call.note({ report: title, format })
    reply.type(contentType).header('content-length', bytes)
    reply.header('content-disposition', attachmentHeader(name))
    return reply.send(content)
  }),
)

export const reportsRoutes: RoutesOf<'reports'> = {
  catalog: signedIn.reports.catalog.handler(({ context: { caller } }) =>
    presentCatalog({ ...caller.account, definitions: readDefinitions(caller.account.definitions) }),
  ),
  query: rawRoute(contract.reports.query, ({ input, deps, caller, call, reply }) =>
    rejectInvalidQueries(async () => {
      const { known, ...options } = input
      const request = { ...options, definition: await findDefinition(deps, caller, input.definition) }
      const loaded = await loadAnalyticsSettings(deps, caller)
      const settings = await withReleases(deps, loaded, requestedComparison(request))
      const report = resolveReport(request, settings.calendar, settings.customFields)
      // A built-in report may open with a range that its definition cannot express, so the dates are part of the cache key.
      const about = [request, report.range, report.comparison]
      const cached = await getCachedResult(
        deps,
        { settings, query: about, signal: call.signal, knownEtag: known },
        (session) => runReport(session, settings, request, showKeys(report)),
      )
      reply.type('application/json; charset=utf-8')
      if (cached === null) return { id: 'report', unchanged: true }
      return reply.send(withFields(cached.bytes, { asOf: cached.asOf, etag: cached.etag }))
    }),
  ),
  ...numberRoutes,
  export: exportRoute,
}
