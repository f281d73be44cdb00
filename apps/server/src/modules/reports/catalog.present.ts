import type { z } from 'zod'
import type { ReportCatalog } from '#contract/report-catalog.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { codeLabels, type OwnCode } from '#domain/own-codes.ts'
import { AGGREGATIONS, type Aggregation } from '#domain/report-terms.ts'
import { REPORTS } from '#reports/built-in-reports.ts'
import type { BuiltInReport } from '#reports/kit/built-in-report.ts'
import { findOwnRange } from '#reports/kit/own-range.ts'
import { columnName, describeColumn, reportTypesFor } from '#semantic/catalog/catalog.ts'
import { type Column, isFilterOnly } from '#semantic/catalog/column.ts'
import { ownCodeList } from '#semantic/catalog/own-codes.ts'
import { hasClubOrders, type ReportType } from '#semantic/catalog/report-type.ts'
import { aggregateColumn, NotAggregatable } from '#semantic/compiler/aggregation.ts'
import type { Definitions } from '#semantic/definitions/definitions.ts'

type Catalog = z.infer<typeof ReportCatalog>

/** Title, roles and account types come from the report's page, so that menu, route guard and API cannot differ. */
const presentReport = (report: BuiltInReport): Catalog['builtin'][number] => {
  const { group, slug, path, title, description, definition, groupChoices, roles, accountTypes } = report
  const ownRange = findOwnRange(definition)
  return {
    group,
    slug,
    path,
    title,
    description,
    definition,
    ...(groupChoices ? { groupChoices: [...groupChoices] } : {}),
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

const presentEvents = ({ events }: NonNullable<ReportType['history']>) =>
  events === undefined ? null : { ...events.words, kinds: (events.kinds ?? []).map(({ day: _day, ...kind }) => kind) }

/** Built-in reports with their access rules, and report types with all columns, described under the account's definitions. */
export const presentCatalog = (settings: CatalogSettings): Catalog => ({
  builtin: REPORTS.map(presentReport),
  reportTypes: reportTypesFor(settings.customFields).map((type) => ({
    reportType: type.reportType,
    title: type.title,
    dateColumns: dateColumnsOf(type),
    hasClubOrders: hasClubOrders(type),
    history: type.history === undefined ? null : { events: presentEvents(type.history) },
    columns: type.columns
      .filter((column) => isOffered(column, settings.ownCodes))
      .map((column) => presentColumn(type, column, settings)),
  })),
})
