import { z } from 'zod'
import type { Context } from '#contract/ask.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { fixedRangeText } from '#domain/ranges/relative-range.ts'
import {
  AGGREGATIONS,
  CALCULATION_KINDS,
  CALCULATION_OPERATORS,
  COMPARISONS,
  FILTER_LEVELS,
  FILTER_OPERATORS,
} from '#domain/report-terms.ts'
import type { Former } from '#insights/ask/follow-up/former-slots.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'

const Operand = z.object({ columnId: z.string(), aggregation: z.enum(AGGREGATIONS) })

/** What a question can ask for. A definition with anything else, such as a pivot, is not followed up: the rest would be lost. */
const Followable = z.object({
  reportType: z.string(),
  serviceType: z.null(),
  serviceId: z.null(),
  includeClubOrders: z.undefined().optional(),
  groupLimits: z.tuple([]),
  pivot: z.null(),
  name: z.string(),
  columns: z.array(z.object({ columnId: z.string(), aggregation: z.enum(AGGREGATIONS) })),
  columnOrder: z.array(z.string()),
  calculations: z.array(
    z.object({
      columnId: z.string(),
      displayName: z.string(),
      kind: z.enum(CALCULATION_KINDS),
      of: z.union([
        Operand,
        z.object({
          operator: z.enum(CALCULATION_OPERATORS),
          left: Operand,
          right: z.union([Operand, z.object({ value: z.number() })]),
        }),
      ]),
    }),
  ),
  filters: z.array(
    z.object({
      columnId: z.string(),
      comparison: z.enum(COMPARISONS),
      value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
      appliesTo: z.enum(FILTER_LEVELS).optional(),
    }),
  ),
  filterOperator: z.enum(FILTER_OPERATORS),
  dimensionFilters: z
    .array(z.object({ columnId: z.string(), values: z.array(z.union([z.string(), z.number()])), exclude: z.boolean() }))
    .default([]),
  groupColumns: z.array(z.string()),
  orderColumns: z.array(z.object({ columnId: z.string(), direction: z.enum(['asc', 'desc']) })),
  relativeDateFilter: z.object({ relativeRange: z.string(), columnName: z.string() }).nullable(),
  top: z.number().nullable(),
  chart: z.object({ kind: z.string() }).nullable(),
})

/** The answer before a question, for the grammar; null where it cannot be followed up. */
export const formerAnswer = (
  { definition, from, until, compare }: Context,
  customFields: readonly CustomField[],
): Former | null => {
  const mode = compare ?? definition.compare
  const read = Followable.safeParse(definition)
  if (!read.success) return null
  const columnName =
    read.data.relativeDateFilter?.columnName ??
    findReportType(read.data.reportType, customFields)?.dateColumn ??
    undefined
  const dates =
    from === undefined || until === undefined || columnName === undefined
      ? {}
      : { relativeDateFilter: { relativeRange: fixedRangeText({ from, until }), columnName } }
  return { definition: { ...read.data, ...dates }, ...(mode === null ? {} : { compare: mode }) }
}
