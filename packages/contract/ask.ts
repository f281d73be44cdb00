import { z } from 'zod'
import { COMPARE_MODES } from '#domain/ranges/comparison-mode.ts'
import { endpoint } from './endpoint.ts'
import { LocalDay } from './fields.ts'
import { ReportDefinition } from './report-definition.ts'

const MAX_QUESTION = 500

/** A question as a report request: `POST /reports/query` with all fields but the words returns its answer. */
export const Understood = z.object({
  definition: ReportDefinition,
  /** set together if the definition cannot express the range; `until` is exclusive */
  from: LocalDay.optional(),
  until: LocalDay.optional(),
  compare: z.enum(COMPARE_MODES).optional(),
  /** how the question was interpreted, worded from the definition alone */
  explanation: z.string(),
  /** interpreted by a language model, which may have ignored words; the grammar never does */
  readBy: z.enum(['grammar', 'model']),
})
export type Understood = z.infer<typeof Understood>

export const NotUnderstood = z.object({
  /** words of the question that were not recognized; empty if the question asks for nothing */
  notUnderstood: z.array(z.string()),
  /** known words with a similar spelling */
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
    callsOut: true,
    rateLimit: { bucket: 'ask', hits: 20, seconds: 3600, per: 'user' },
    sample: { body: { question: 'sales by month' } },
  })
    .input(z.object({ question: z.string().trim().min(1).max(MAX_QUESTION) }))
    .output(z.union([Understood, NotUnderstood])),
}
