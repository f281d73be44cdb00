import { hash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { AnalyticsSettings } from './analytics-settings.ts'
import { demandZone } from './demand-zone.ts'
import { DataMoved, QuerySession } from './query-session.ts'

export interface KeptAnswer {
  /** JSON of the answer */
  readonly bytes: Uint8Array
  /** names account, rows, definitions and question: equal etags mean equal bytes */
  readonly etag: string
  /** when the rows were last brought up to date; null before the first load */
  readonly asOf: string | null
}

interface Question {
  readonly settings: AnalyticsSettings
  /** everything about the question that the answer depends on, dates resolved */
  readonly about: unknown
  readonly signal: AbortSignal
  /** the caller's etag; when it still holds, nothing is computed */
  readonly known?: string | undefined
}

const MAX_TRIES = 5

/**
 * The answer to a question at the data of now, from the exact cache where it is there. Null when `known` still holds.
 * Computed again when a load moved the data meanwhile, so that all of an answer is of one version.
 */
export const keptAnswer = async <T>(
  { warehouse, results }: Deps,
  { settings, about, signal, known }: Question,
  compute: (session: QuerySession) => Promise<T>,
): Promise<KeptAnswer | null> => {
  for (let attempt = 1; ; attempt += 1) {
    const { dataVersion, loadedAt, timeZone } = await warehouse.status(settings.accountId)
    demandZone(settings, timeZone)
    const key = {
      accountId: settings.accountId,
      dataVersion,
      definitionsVersion: settings.definitionsVersion,
      timeZone: settings.timeZone,
      query: JSON.stringify([settings.calendar.today, about]),
    }
    const etag = hash('sha1', JSON.stringify(key), 'base64url')
    if (etag === known) return null
    const answer = async (asked: AbortSignal) => {
      const value = await compute(new QuerySession(warehouse, settings, dataVersion, asked))
      return { bytes: Buffer.from(JSON.stringify(value)), dataVersion }
    }
    try {
      const { bytes } = await results.getOrCompute(key, answer, signal)
      return { bytes, etag, asOf: loadedAt === null ? null : new Date(loadedAt).toISOString() }
    } catch (error) {
      if (!(error instanceof DataMoved) || attempt === MAX_TRIES) throw error
    }
  }
}

/** Adds fields to a JSON object that is kept as bytes. */
export const withFields = (bytes: Uint8Array, fields: Readonly<Record<string, unknown>>): Buffer => {
  const added = JSON.stringify(fields).slice(1)
  const isEmpty = bytes.length <= 2
  return Buffer.concat([bytes.subarray(0, -1), Buffer.from(isEmpty ? added : `,${added}`)])
}
