import { z } from 'zod'
import { PLAN_BREAKDOWNS, PLAN_MEASURE_IDS, PLAN_MEASURES, type PlanMeasureId } from '#domain/winery-plan.ts'
import { audited, endpoint, endpointFor } from './endpoint.ts'
import { ById, Id, LocalDay, Nothing, RequiredText } from './fields.ts'

/** Months of a fiscal year, in order. */
const MONTHS = 12
const MAX_ROWS = 60

const MeasureId = z.enum(Object.keys(PLAN_MEASURES) as [PlanMeasureId, ...PlanMeasureId[]])

/** Amounts by month, money in major units; null: none. */
const Amounts = z.array(z.number().min(0).max(1e12).nullable()).length(MONTHS)

/** The amounts of a value of the breakdown; null: of a measure without one, or of what has no value, such as sales outside the clubs. */
const PlanRow = z.object({ value: RequiredText(200).nullable(), amounts: Amounts })
export type PlanRow = z.infer<typeof PlanRow>

export const MeasurePlan = z.object({
  measure: MeasureId,
  breakdown: z.enum(PLAN_BREAKDOWNS),
  rows: z.array(PlanRow).max(MAX_ROWS),
})
export type MeasurePlan = z.infer<typeof MeasurePlan>

const PlanFields = z.object({
  name: RequiredText(80),
  /** compared with, for its year; another version of the year no longer is */
  isCurrent: z.boolean(),
})

const PlanHead = PlanFields.extend({
  id: z.string(),
  /** fiscal year, named for the calendar year in which it ends */
  year: z.number().int().min(1990).max(2200),
  measures: z.array(MeasureId),
})

/** A version of a year's plan with all its amounts. `months`: their first days. */
export const Plan = PlanHead.omit({ measures: true }).extend({
  /** raised by each save */
  version: z.number().int(),
  months: z.array(LocalDay),
  measures: z.array(MeasurePlan),
})
export type Plan = z.infer<typeof Plan>
export type PlanHead = z.infer<typeof PlanHead>

/** The running month of a planned measure, money in major units. `expected`: what the plan has of the elapsed days. */
const Pace = z.object({
  measure: MeasureId,
  month: LocalDay,
  actual: z.number(),
  plan: z.number(),
  expected: z.number(),
  forecast: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** probability of meeting the plan: of at most the plan where less is good */
  chance: z.number().nullable(),
  /** forecasts of the later months that are planned */
  ahead: z.array(z.object({ month: LocalDay, forecast: z.number() })),
})
export type Pace = z.infer<typeof Pace>

/** 700 kB, which is a million characters of Base64. */
const MAX_FILE = 1_000_000

const isEachMeasureOnce = (measures: readonly MeasurePlan[]): boolean =>
  new Set(measures.map(({ measure }) => measure)).size === measures.length

/** The complete version: measures that are left out lose their amounts. */
export const SavedPlan = PlanFields.extend({
  /** of the plan that was changed; another one is refused; absent: whatever it is */
  version: z.number().int().optional(),
  measures: z
    .array(MeasurePlan)
    .max(PLAN_MEASURE_IDS.length)
    .refine(isEachMeasureOnce, { message: 'A measure can be planned once' }),
})
export type SavedPlan = z.infer<typeof SavedPlan>

const read = endpointFor({ access: 'reports' })
const change = audited('reports', { access: 'administration' })

export const plans = {
  list: read('GET /plans', 'Versions of plans, the latest year first').output(z.array(PlanHead)),
  pace: read('GET /plans/pace', 'The running month of each planned measure').output(z.array(Pace)),
  get: read('GET /plans/{id}', 'A version with its amounts').input(ById).output(Plan),
  create: change('POST /plans', 'Add a version of a year’s plan', 'Added a plan', {
    successStatus: 201,
    sample: { body: { name: 'Budget', year: 2027 } },
  })
    .input(z.object({ name: RequiredText(80), year: PlanHead.shape.year, copyOf: Id.optional() }))
    .output(Plan),
  /** 412 when `version` is stale */
  save: change('PUT /plans/{id}', 'Save a version of a plan', 'Changed a plan', {
    inputStructure: 'detailed',
    sample: { body: { name: 'Budget', isCurrent: true, measures: [] } },
  })
    .input(z.object({ params: ById, body: SavedPlan }))
    .output(Plan),
  remove: change('DELETE /plans/{id}', 'Delete a version of a plan', 'Deleted a plan').input(ById).output(Nothing),
  actuals: read('GET /plans/actuals', 'What the months of a fiscal year brought, as rows of a plan', {
    sample: { query: 'year=2026&measure=netSales&breakdown=none' },
  })
    .input(
      z.object({
        year: z.coerce.number().int().min(1990).max(2200),
        measure: MeasureId,
        breakdown: z.enum(PLAN_BREAKDOWNS),
      }),
    )
    /** below 0: more was refunded than sold */
    .output(z.array(PlanRow.extend({ amounts: z.array(z.number().nullable()).length(MONTHS) }))),
  table: endpoint('POST /plans/table', 'Read the first table of a CSV or XLSX file, which is not stored', {
    access: 'administration',
    effect: 'read',
    sample: { body: { file: 'YSxiCjEsMg==' } },
  })
    /** `file`: its bytes as Base64 */
    .input(z.object({ file: z.base64().max(MAX_FILE, 'This file is too large for a plan') }))
    .output(z.array(z.array(z.string()))),
}
