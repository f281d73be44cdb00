import { z } from 'zod'
import { COMPARE_MODES } from '#domain/ranges/comparison-mode.ts'
import { ANSWER_CHANGES } from '#domain/report-terms.ts'
import { endpoint } from './endpoint.ts'
import { LocalDay } from './fields.ts'
import { ReportDefinition } from './report-definition.ts'

const MAX_QUESTION = 500

/** A word of the question and the one that it was taken for. */
const Correction = z.object({ typed: z.string(), read: z.string() })

/** An answer that the next question may change, as it was returned. */
const Context = z.object({
  definition: ReportDefinition,
  from: LocalDay.optional(),
  until: LocalDay.optional(),
  compare: z.enum(COMPARE_MODES).optional(),
})
export type Context = z.infer<typeof Context>

/** A question as a report request: `POST /reports/query` with definition, dates and comparison returns its answer. */
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
  /** misspelled words, in order; asking again with `asTyped` leaves them as they are */
  corrections: z.array(Correction).default([]),
  /** set where the question was read as a follow-up: what it changed in the answer before it; all else is as it was */
  changes: z.array(z.enum(ANSWER_CHANGES)).optional(),
  /** of a share: the rows that the question is about; all others are there for comparison */
  focus: z.object({ columnId: z.string(), values: z.array(z.union([z.string(), z.number(), z.boolean()])) }).optional(),
})
export type Understood = z.infer<typeof Understood>

/** Two or three readings between which the words do not decide, the likeliest first. */
export const Choose = z.object({ choices: z.array(Understood).min(2).max(3) })
export type Choose = z.infer<typeof Choose>

export const NotUnderstood = z.object({
  /** words of the question that were not recognized; empty if the question asks for nothing */
  notUnderstood: z.array(z.string()),
  /** what is missing, in a sentence; absent where words are unknown */
  reason: z.string().optional(),
  /** known words with a similar spelling */
  suggestions: z.array(z.object({ word: z.string(), near: z.array(z.string()) })),
  /** those that questions are read in, where this one seems to be in another; else empty */
  languages: z.array(z.string()).default([]),
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
    .input(
      z.object({
        question: z.string().trim().min(1).max(MAX_QUESTION),
        /** without correcting misspelled words */
        asTyped: z.boolean().default(false),
        /** the answer before, which the question may be a follow-up to; without it the question is a new one */
        context: Context.optional(),
      }),
    )
    .output(z.union([Understood, Choose, NotUnderstood])),
}
