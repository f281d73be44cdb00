import type { AnyContractProcedure } from '@orpc/contract'
import { z } from 'zod'
import { contract } from '#contract/contract.ts'
import type { CallApi } from './inner-call.ts'
import { TOOL_TEXTS, type ToolName } from './tool-texts.ts'

/** Where the numbers or records of an answer come from. */
export interface Provenance {
  /** the call of the API that answers the same */
  readonly source: string
  /** when the data was last synced, ISO 8601; null: no data yet */
  readonly dataAsOf: string | null
  readonly [more: string]: unknown
}

export interface ToolAnswer {
  readonly answer: Readonly<Record<string, unknown>>
  readonly provenance: Provenance
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** contract entries that it calls; it is offered to callers who may make all of them */
  readonly calls: readonly AnyContractProcedure[]
  readonly input: z.ZodType
  /** rejects with a ZodError for invalid input, and with a ToolFailure for what the API refuses */
  readonly run: (call: CallApi, input: unknown) => Promise<ToolAnswer>
}

interface ToolSpec<Input extends z.ZodType> extends Pick<Tool, 'calls'> {
  readonly input: Input
  readonly run: (call: CallApi, input: z.output<Input>) => Promise<ToolAnswer>
}

export const tool = <Input extends z.ZodType>(name: ToolName, spec: ToolSpec<Input>): Tool => {
  const [title, description] = TOOL_TEXTS[name]
  return { ...spec, name, title, description, run: (call, input) => spec.run(call, spec.input.parse(input ?? {})) }
}

/** The provenance of records that no query computed. */
export const readSourceRecords = async (call: CallApi, source: string): Promise<Provenance> => {
  const { lastSyncUtc, dataVersion } = await call(contract.account.status)
  return { source, dataAsOf: lastSyncUtc, dataVersion }
}

const MAX_CHARACTERS = 40_000

const jsonLength = (value: unknown): number => JSON.stringify(value).length

/**
 * An answer of at most 40,000 characters: the largest of its lists is halved until it fits, and `truncated` says how many of each were
 * left out. Its client sees a part of the answer, never a cut number.
 */
export const limitAnswer = (answer: ToolAnswer['answer']): Readonly<Record<string, unknown>> => {
  let limited: Record<string, unknown> = { ...answer }
  const truncated: Record<string, { shown: number; of: number }> = {}
  while (jsonLength(limited) > MAX_CHARACTERS) {
    const lists = Object.entries(limited).filter(
      (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 0,
    )
    const largest = lists.toSorted(([, a], [, b]) => jsonLength(b) - jsonLength(a))[0]
    if (!largest) return { error: 'This answer is too large. Ask for less of it.' }
    const [name, list] = largest
    const shown = Math.floor(list.length / 2)
    truncated[name] = { shown, of: truncated[name]?.of ?? list.length }
    limited = { ...limited, [name]: list.slice(0, shown), truncated }
  }
  return limited
}

/** A report definition as the schema of a tool describes it; the API validates all of it. */
export const Definition = z
  .looseObject({
    reportType: z
      .string()
      .describe('Such as Orders or OrderLines; search_catalog lists report types and their columns'),
    columns: z
      .array(z.looseObject({ columnId: z.string(), aggregation: z.string().optional() }))
      .describe('Columns to show. In a grouped report: the group columns and measures'),
    groupColumns: z.array(z.string()).optional().describe('columnIds to group by; none: single records, or one total'),
    filters: z
      .array(z.looseObject({ columnId: z.string(), comparison: z.string(), value: z.unknown() }))
      .optional()
      .describe('Comparisons: Equal, NotEqual, Contains, StartsWith, GreaterThan, LessThan, IsNull and their like'),
    orderColumns: z.array(z.looseObject({ columnId: z.string(), direction: z.enum(['asc', 'desc']) })).optional(),
    top: z.number().optional().describe('Keeps this many rows'),
  })
  .describe('A report definition')

/** Which report: one of three ways. */
export const ReportRef = z
  .union([
    z.strictObject({ builtin: z.string().describe('Such as orders/by-brand') }),
    z.strictObject({ id: z.string().describe('Of a saved report') }),
    Definition,
  ])
  .describe('A built-in report, a saved report, or a report definition')

export const reportOptions = {
  relativeDate: z.string().optional().describe('Replaces the range, such as OrderDate-Last30Days or OrderDate-Ytd'),
  from: z.string().optional().describe('First day, YYYY-MM-DD; together with until'),
  until: z.string().optional().describe('Day after the last one, YYYY-MM-DD'),
  compare: z.string().optional().describe('previousPeriod, previousYear or none'),
  filters: Definition.shape.filters,
}
