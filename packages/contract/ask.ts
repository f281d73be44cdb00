import { z } from 'zod'
import { COMPARE_MODES } from '#domain/ranges/comparison-range.ts'
import { endpoint } from './endpoint.ts'
import { LocalDay } from './fields.ts'
import { ReportDefinition } from './reports.ts'

const MAX_QUESTION = 500

/** A question that became a report: `POST /reports/query` with all but the words answers it. */
export const Understood = z.object({
  definition: ReportDefinition,
  /** both or neither, where the definition cannot hold the days; `until` is exclusive */
  from: LocalDay.optional(),
  until: LocalDay.optional(),
  compare: z.enum(COMPARE_MODES).optional(),
  /** how the question was taken, from the definition alone */
  explanation: z.string(),
  /** a language model's reading may have passed over words, which the grammar's never does */
  readBy: z.enum(['grammar', 'model']),
})
export type Understood = z.infer<typeof Understood>

export const NotUnderstood = z.object({
  /** words of the question that nothing could be made of; empty when it names nothing to be answered */
  notUnderstood: z.array(z.string()),
  /** known words that look like those */
  suggestions: z.array(z.object({ word: z.string(), near: z.array(z.string()) })),
})
export type NotUnderstood = z.infer<typeof NotUnderstood>

export const ask = {
  ask: endpoint({
    method: 'POST',
    path: '/insight/ask',
    summary: 'Convert a question to a report definition',
    access: 'reports',
    effect: 'read',
    rateLimit: { bucket: 'ask', hits: 20, seconds: 3600, per: 'user' },
    sample: { body: { question: 'sales by month' } },
  })
    .input(z.object({ question: z.string().trim().min(1).max(MAX_QUESTION) }))
    .output(z.union([Understood, NotUnderstood])),
}
