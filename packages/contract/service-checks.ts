import { z } from 'zod'
import { Instant } from './fields.ts'

/** The platform's response to a first call with these settings. */
export const ConnectionTest = z.object({
  ok: z.boolean(),
  /** the problem and what to do about it; null if it works */
  message: z.string().nullable(),
  /** name of the business on the platform */
  name: z.string().nullable(),
  timeZone: z.string().nullable(),
  currency: z.string().nullable(),
  /** what else was found */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** what will not be synced, one sentence each */
  warnings: z.array(z.string()),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

/** A record of the platform that a run could not use. */
export const QuarantinedRecord = z.object({
  stream: z.string(),
  /** the platform's id */
  sourceId: z.string().nullable(),
  field: z.string().nullable(),
  reason: z.string(),
})
export type QuarantinedRecord = z.infer<typeof QuarantinedRecord>

const Totals = z.object({ orders: z.number().int(), /** major units */ total: z.number() })

/** Our totals of a month compared with the platform's own. Money in major units of `currency`. */
export const Reconciliation = z.object({
  /** `YYYY-MM` */
  month: z.string(),
  currency: z.string(),
  ours: Totals,
  platform: Totals,
  /** orders that are missing on one side or differ; at most 500, largest difference first */
  differences: z.array(
    z.object({
      sourceId: z.string(),
      orderNumber: z.string(),
      /** local day */
      day: z.string(),
      ours: z.number().nullable(),
      platform: z.number().nullable(),
    }),
  ),
  differenceCount: z.number().int(),
  matches: z.boolean(),
  asOf: Instant,
})
export type Reconciliation = z.infer<typeof Reconciliation>
