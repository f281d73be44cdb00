import { z } from 'zod'
import type { Context } from '#contract/ask.ts'
import {
  HistoryCondition,
  ReportCalculation,
  ReportColumn,
  ReportDefinition,
  ReportFilter,
  ReportSort,
} from '#contract/report-definition.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { fixedRangeText } from '#domain/ranges/relative-range.ts'
import { AGGREGATIONS, CALCULATION_OPERATORS } from '#domain/report-terms.ts'
import type { Former } from '#insights/ask/chips/definition-chips.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'

const column = { columnId: z.string() }
const Operand = z.object({ ...column, aggregation: z.enum(AGGREGATIONS) })
const Calculated = z.object({
  operator: z.enum(CALCULATION_OPERATORS),
  left: Operand,
  right: z.union([Operand, z.object({ value: z.number() })]),
})

/** What a question can ask for. A definition with anything else, such as a pivot, is not followed up: the rest would be lost. */
const Followable = ReportDefinition.pick({
  reportType: true,
  name: true,
  columnOrder: true,
  filterOperator: true,
  groupColumns: true,
  top: true,
}).extend({
  serviceType: z.null(),
  serviceId: z.null(),
  includeClubOrders: z.undefined().optional(),
  groupLimits: z.tuple([]),
  pivot: z.null(),
  columns: z.array(ReportColumn.pick({ aggregation: true }).extend(column)),
  calculations: z.array(
    ReportCalculation.pick({ columnId: true, displayName: true, kind: true }).extend({
      of: z.union([Operand, Calculated]),
    }),
  ),
  filters: z.array(ReportFilter.pick({ comparison: true, value: true, appliesTo: true }).extend(column)),
  dimensionFilters: z
    .array(z.object({ ...column, values: z.array(z.union([z.string(), z.number()])), exclude: z.boolean() }))
    .default([]),
  history: z.array(HistoryCondition).optional(),
  orderColumns: z.array(ReportSort.pick({ direction: true, by: true }).extend(column)),
  relativeDateFilter: z.object({ relativeRange: z.string(), columnName: z.string() }).nullable(),
  chart: z.object({ kind: z.string() }).nullable(),
})

/** The answer before a question, for the grammar; null where it cannot be followed up. */
export const formerAnswer = (
  { definition, from, until, compare, forecast }: Context,
  customFields: readonly CustomField[],
): Former | null => {
  const mode = compare ?? definition.compare
  const read = Followable.safeParse(definition)
  if (!read.success) return null
  const type = findReportType(read.data.reportType, customFields)
  const dated = read.data.relativeDateFilter
  const named = dated?.columnName ?? type?.dateColumn ?? null
  // reports may name the column in another case
  const columnName = (named === null || type === null ? null : findColumn(type, named)?.columnId) ?? named
  const relativeRange =
    from === undefined || until === undefined ? dated?.relativeRange : fixedRangeText({ from, until })
  const dates =
    relativeRange === undefined || columnName === null ? {} : { relativeDateFilter: { relativeRange, columnName } }
  return {
    definition: { ...read.data, ...dates },
    ...(mode === null ? {} : { compare: mode }),
    ...(forecast === undefined ? {} : { forecast }),
  }
}
