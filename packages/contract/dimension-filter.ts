import { z } from 'zod'

const FilteredValue = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()])

/** The column is any of the values, or none of them where they are excluded; null is a blank. */
export const DimensionFilter = z.strictObject({
  columnId: z.string().min(1).max(100),
  values: z.array(FilteredValue).min(1).max(100),
  exclude: z.boolean().default(false),
})
export type DimensionFilter = z.infer<typeof DimensionFilter>

/** All of them must match. */
export const DimensionFilters = z.array(DimensionFilter).max(20)
