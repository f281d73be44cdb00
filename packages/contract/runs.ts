import { z } from 'zod'
import { Instant } from './fields.ts'
import { ControlTotals, FileProblem, ImportSettings } from './imports.ts'

const RUN_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const

/**
 * What a sync made of a file: `imported` for the first time · `changed`: imported again · `unchanged` since it was imported ·
 * `duplicate`: its content was imported before, under another name or date · `failed`: not imported, for the reason
 */
export const FileOutcome = z.object({
  name: z.string(),
  outcome: z.enum(['imported', 'changed', 'unchanged', 'duplicate', 'failed']),
  reason: z.string().nullable(),
})
export type FileOutcome = z.infer<typeof FileOutcome>

export const Run = z.object({
  id: z.string(),
  status: z.enum(RUN_STATUSES),
  /** the current step: a table or stream, `saving`, or `waiting` for the database */
  stream: z.string().nullable(),
  /** bytes or rows of the stream done, of `total` if known */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** rows by outcome: `read, accepted, outdated, rejected`, and canonical rows written by table */
  counts: z.record(z.string(), z.number().int()),
  /** what the source gave, counted before it was merged; null: none were kept */
  controlTotals: ControlTotals.nullable(),
  /** the same rows counted in the store after the import; null: not counted */
  storedTotals: ControlTotals.nullable(),
  /** what the other system says of an imported file; null: not given */
  expected: ImportSettings.shape.expected.unwrap().nullable(),
  errors: z.array(FileProblem),
  fileName: z.string().nullable(),
  /** files that a sync listed, oldest first; null: the service has none, or none were listed */
  files: z.array(FileOutcome).nullable(),
  /** `import`: of a file; `sync`: from the platform */
  kind: z.enum(['sync', 'import']),
  /** all records were read, not only changes */
  isFull: z.boolean(),
  startedUtc: Instant.nullable(),
  finishedUtc: Instant.nullable(),
  createdUtc: Instant,
})
export type Run = z.infer<typeof Run>
