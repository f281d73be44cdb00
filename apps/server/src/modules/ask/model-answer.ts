import { z } from 'zod'
import { COMPARE_MODES } from '#domain/ranges/comparison-range.ts'
import { AGGREGATIONS, COMPARISONS, FILTER_OPERATORS } from '#domain/report-terms.ts'

const columnId = z.string().max(100)

/**
 * What a model may return for a question: the parts of a definition that decide its numbers, and nothing that is displayed
 * or followed as a link. Anything else is dropped.
 */
export const ModelAnswer = z.object({
  reportType: z.string().max(50),
  columns: z
    .array(z.object({ columnId, aggregation: z.enum(AGGREGATIONS).default('None') }))
    .min(1)
    .max(20),
  filters: z
    .array(
      z.object({
        columnId,
        comparison: z.enum(COMPARISONS),
        value: z.union([z.string().max(200), z.number(), z.boolean(), z.null()]).default(null),
      }),
    )
    .max(10)
    .default([]),
  filterOperator: z.enum(FILTER_OPERATORS).default('And'),
  groupColumns: z.array(columnId).max(4).default([]),
  orderColumns: z
    .array(z.object({ columnId, direction: z.enum(['asc', 'desc']) }))
    .max(4)
    .default([]),
  relativeDateFilter: z
    .object({ relativeRange: z.string().max(30), columnName: columnId })
    .nullable()
    .default(null),
  top: z.number().int().min(1).max(1_000).nullable().default(null),
  compare: z.enum(COMPARE_MODES).nullable().default(null),
})
export type ModelAnswer = z.infer<typeof ModelAnswer>

/** The first JSON object in a text; null if there is none. */
export const extractJson = (text: string): unknown => {
  const [from, until] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (from < 0 || until < from) return null
  try {
    return JSON.parse(text.slice(from, until + 1))
  } catch {
    return null
  }
}
