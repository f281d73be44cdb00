import { z } from 'zod'
import { GOAL_METRICS, GOAL_PERIODS } from '#domain/insight-settings.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { REPORT_SHOWS } from '#domain/report-terms.ts'
import { LocalDay } from './fields.ts'
import { DefinitionRef, ReportDefinition } from './report-definition.ts'

const title = z.string().trim().min(1).max(200).optional()

const TEXT_LENGTH = 3_000

/**
 * A report as a tile. `source` is a built-in report, a saved one by id, whose later changes the tile follows, or a definition of
 * the tile's own; null: not chosen yet. A `show` that the report cannot be drawn as is a table.
 */
export const ReportTile = z
  .object({
    title,
    source: DefinitionRef.nullable().default(null),
    show: z.enum(REPORT_SHOWS).default('chart'),
    /** columnId of the only number to show; null: the first numbers of the report */
    measure: z.string().max(100).nullable().default(null),
    /** replace the range of the report, as in a report request; a dashboard's dates replace them */
    relativeDate: z
      .string()
      .max(200)
      .regex(/^\w+-\w+$/, 'This must be a range such as OrderDate-Last30Days')
      .optional(),
    from: LocalDay.optional(),
    until: LocalDay.optional(),
  })
  .refine(({ from, until }) => (from === undefined) === (until === undefined), {
    path: ['until'],
    message: 'from and until must be used together',
  })
  .refine(({ from, until }) => from === undefined || until === undefined || from < until, {
    path: ['until'],
    message: 'until must be after from',
  })
export type ReportTile = z.output<typeof ReportTile>

/** Text in Markdown. Shown without HTML and pictures, and with links of http, https and mailto only. */
const TextTile = z.object({
  title,
  text: z.string().max(TEXT_LENGTH, `This field must be less than ${TEXT_LENGTH} characters`).default(''),
})

/** The goal of a metric for the month, quarter or year that today is in. */
export const GoalTile = z.object({
  title,
  metric: z.enum(GOAL_METRICS).default('netSales'),
  period: z.enum(GOAL_PERIODS).default('month'),
})
export type GoalTile = z.output<typeof GoalTile>

/** A union names no field of its members, so the member is found by its own key. */
const sourceSchema = (props: unknown): z.ZodType => {
  const source = typeof props === 'object' && props !== null && 'source' in props ? props.source : null
  const isDefinition = typeof source === 'object' && source !== null && !('builtin' in source) && !('id' in source)
  return isDefinition ? ReportTile.safeExtend({ source: ReportDefinition }) : ReportTile
}

interface TileProblem {
  readonly path: PropertyKey[]
  readonly message: string
}

/** What is wrong with the props of a widget whose content its user makes; other types take any props. */
export const tileProblems = (type: string, props: unknown): TileProblem[] => {
  const schemas: Readonly<Record<string, z.ZodType>> = lookupTable({
    report: sourceSchema(props),
    text: TextTile,
    goal: GoalTile,
  })
  const parsed = schemas[type]?.safeParse(props)
  return parsed?.error?.issues.map(({ path, message }) => ({ path: [...path], message })) ?? []
}
