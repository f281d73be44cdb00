import type { z } from 'zod'
import { contract } from '#contract/contract.ts'
import type { ExplainRequest } from '#contract/reports.ts'
import type { FoldedProof } from '#semantic/lineage/fold-proof.ts'
import type { CallContext } from '#server/http/call.ts'
import type { RoutesOf } from '#server/http/implement.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import {
  type AnalyticsSettings,
  getCachedResult,
  loadAnalyticsSettings,
  type QuerySession,
  withFields,
} from '#server/modules/analytics/index.ts'
import { listServices } from '#server/modules/services/index.ts'
import { rejectInvalidQueries } from './find-definition.ts'
import { type AnsweredNumber, findNumber } from './find-number.ts'
import { drillNumber, explainNumber } from './number-lineage.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

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
}

/** A cached result about one number. A proof that does not match is returned and logged. */
const respondWithNumber = (
  { deps, caller, call }: CallContext,
  { input, aspect }: NumberRequest,
  compute: ComputeAnswer,
): Promise<Buffer | null> =>
  rejectInvalidQueries(async () => {
    const settings = await loadAnalyticsSettings(deps, caller)
    const number = await findNumber(deps, caller, settings, input)
    const cached = await getCachedResult(
      deps,
      { settings, query: [aspect, number], signal: call.signal },
      async (session) => {
        const result = await compute(session, settings, number)
        const { proof } = result
        if (!proof.matches)
          deps.log.warn(
            { accountId: caller.accountId, number, proof },
            'number does not match its contributing records',
          )
        return result
      },
    )
    return cached && withFields(cached.bytes, { asOf: cached.asOf })
  })

export const numberRoutes: Pick<RoutesOf<'reports'>, 'drill' | 'explain'> = {
  drill: rawRoute(contract.reports.drill, async ({ input, reply, ...context }) => {
    const { page, pageSize } = input
    const request = { input, aspect: ['drill', page, pageSize] }
    const bytes = await respondWithNumber(context, request, (session, settings, number) =>
      drillNumber(session, settings, number, { page, pageSize }),
    )
    return reply.type(JSON_TYPE).send(bytes)
  }),
  explain: rawRoute(contract.reports.explain, async ({ input, reply, ...context }) =>
    reply.type(JSON_TYPE).send(
      await respondWithNumber(context, { input, aspect: 'explain' }, async (session, settings, number) => {
        const services = await listServices(context.deps.db, context.caller.accountId)
        const names = new Map(services.map(({ id, name }) => [id, name]))
        return explainNumber(session, settings, number, names)
      }),
    ),
  ),
}
