import type { z } from 'zod'
import type { DrillRequest, ExplainRequest } from '#contract/reports.ts'
import type { FoldedProof } from '#semantic/lineage/fold-proof.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import {
  type AnalyticsSettings,
  getCachedResult,
  loadAnalyticsSettings,
  type QuerySession,
  withCompared,
  withFields,
} from '#server/modules/analytics/index.ts'
import { listServices } from '#server/modules/services/index.ts'
import { rejectInvalidQueries } from './find-definition.ts'
import { type AnsweredNumber, findNumber } from './find-number.ts'
import { drillNumber, explainNumber } from './number-lineage.ts'

interface ProvenResult {
  readonly proof: FoldedProof
}

type ComputeAnswer = (
  session: QuerySession,
  settings: AnalyticsSettings,
  number: AnsweredNumber,
) => Promise<ProvenResult>

interface NumberRequest {
  readonly input: z.output<typeof ExplainRequest>
  /** which aspect of the number is requested; part of the cache key */
  readonly aspect: unknown
  readonly signal: AbortSignal
}

/** A cached result about one number, as JSON. A proof that does not match is returned and logged. */
const readNumber = (
  deps: Deps,
  caller: Caller,
  { input, aspect, signal }: NumberRequest,
  compute: ComputeAnswer,
): Promise<Buffer | null> =>
  rejectInvalidQueries(async () => {
    const loaded = await loadAnalyticsSettings(deps, caller)
    const number = await findNumber(deps, caller, loaded, input)
    const { planned, earlierGroups } = number.query
    const readsPlan = (planned ?? earlierGroups?.planned) !== undefined
    const settings = await withCompared(deps, loaded, readsPlan ? 'plan' : null)
    const cached = await getCachedResult(deps, { settings, query: [aspect, number], signal }, async (session) => {
      const result = await compute(session, settings, number)
      const { proof } = result
      if (!proof.matches)
        deps.log.warn({ accountId: caller.accountId, number, proof }, 'number does not match its contributing records')
      return result
    })
    return cached && withFields(cached.bytes, { asOf: cached.asOf })
  })

/** A page of the records behind a number, as JSON. Errors: those of `findNumber`, `report.invalid`. */
export const readRecords = (
  deps: Deps,
  caller: Caller,
  input: z.output<typeof DrillRequest>,
  signal: AbortSignal,
): Promise<Buffer | null> => {
  const { page, pageSize } = input
  return readNumber(deps, caller, { input, aspect: ['drill', page, pageSize], signal }, (session, settings, number) =>
    drillNumber(session, settings, number, { page, pageSize }),
  )
}

/** How a number is made, as JSON. Errors: those of `findNumber`, `report.invalid`. */
export const readExplanation = (
  deps: Deps,
  caller: Caller,
  input: z.output<typeof ExplainRequest>,
  signal: AbortSignal,
): Promise<Buffer | null> =>
  readNumber(deps, caller, { input, aspect: 'explain', signal }, async (session, settings, number) => {
    const services = await listServices(deps.db, caller.accountId)
    return explainNumber(session, settings, number, new Map(services.map(({ id, name }) => [id, name])))
  })
