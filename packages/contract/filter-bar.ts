import { z } from 'zod'
import { NO_COMPARISON } from '#domain/ranges/comparison-mode.ts'
import { LIMITED_RANGES } from '#domain/ranges/relative-range.ts'
import { LocalDay } from './fields.ts'
import { CompareName, DimensionFilters } from './report-definition.ts'

const barFields = {
  range: z.enum(LIMITED_RANGES).optional(),
  from: LocalDay.optional(),
  /** exclusive */
  until: LocalDay.optional(),
  /** `none`: without the comparison of the tiles' own settings */
  compare: z.union([z.literal(NO_COMPARISON), CompareName]).optional(),
  dimensionFilters: DimensionFilters.default([]),
}

interface Dates {
  readonly range?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** Why the dates of a bar cannot be used; null: they can, or there are none. */
const dateProblem = ({ range, from, until }: Dates): { field: 'from' | 'until'; message: string } | null => {
  if (from === undefined && until === undefined) return null
  if (from === undefined || until === undefined)
    return { field: from === undefined ? 'from' : 'until', message: 'from and until must be used together' }
  if (range !== undefined) return { field: 'from', message: 'Use either range, or from and until' }
  return from < until ? null : { field: 'until', message: 'until must be after from' }
}

const refuseDates = (bar: Dates, context: z.RefinementCtx): void => {
  const problem = dateProblem(bar)
  if (problem !== null) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message })
}

/** What applies to all tiles of a dashboard. Without a range or a comparison each tile has its own. */
export const FilterBar = z.strictObject(barFields).superRefine(refuseDates)
export type FilterBar = z.infer<typeof FilterBar>

/** What a dashboard opens with. */
export const SavedFilterBar = z
  .strictObject({ ...barFields, includeClubOrders: z.boolean().default(true) })
  .superRefine(refuseDates)
export type SavedFilterBar = z.infer<typeof SavedFilterBar>

/** A part of the bar that a tile cannot apply, such as `Sales channel`, and why. */
export const NotApplied = z.object({
  label: z.string(),
  reason: z.string(),
  /** of a filter */
  columnId: z.string().optional(),
})
export type NotApplied = z.infer<typeof NotApplied>
