import type { z } from 'zod'
import { contract } from '#contract/contract.ts'
import type { ExplainRequest } from '#contract/reports.ts'
import type { FoldedProof } from '#semantic/lineage/fold-proof.ts'
import type { CallContext } from '#server/http/call.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { type AnalyticsSettings, analyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { keptAnswer, withFields } from '#server/modules/analytics/kept-answer.ts'
import type { QuerySession } from '#server/modules/analytics/query-session.ts'
import { drillNumber } from './drill-number.ts'
import { explainNumber } from './explain-number.ts'
import { findNumber } from './find-number.ts'
import type { AnsweredNumber } from './number.ts'
import { refusingInvalid } from './refusing-invalid.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

interface Proved {
  readonly proof: FoldedProof
}

type Answer = (session: QuerySession, settings: AnalyticsSettings, number: AnsweredNumber) => Promise<Proved>

interface Asked {
  readonly input: z.output<typeof ExplainRequest>
  /** what is asked about the number */
  readonly aspect: unknown
}

/** An answer about one number, from the cache where it is there. A proof that does not hold is shown, and logged. */
const answerOnNumber = (
  { deps, caller, call }: CallContext,
  { input, aspect }: Asked,
  answer: Answer,
): Promise<Buffer | null> =>
  refusingInvalid(async () => {
    const settings = await analyticsSettings(deps, caller)
    const number = await findNumber(deps, caller, settings, input)
    const kept = await keptAnswer(deps, { settings, about: [aspect, number], signal: call.signal }, async (session) => {
      const answered = await answer(session, settings, number)
      const { proof } = answered
      if (!proof.matches) deps.log.warn({ accountId: caller.accountId, number, proof }, 'a number is not proved')
      return answered
    })
    return kept && withFields(kept.bytes, { asOf: kept.asOf })
  })

export const numberRoutes: Pick<RoutesOf<'reports'>, 'drill' | 'explain'> = {
  drill: rawRoute(contract.reports.drill, async ({ input, reply, ...context }) => {
    const { page, pageSize } = input
    const asked = { input, aspect: ['drill', page, pageSize] }
    const bytes = await answerOnNumber(context, asked, (session, settings, number) =>
      drillNumber(session, settings, number, { page, pageSize }),
    )
    return reply.type(JSON_TYPE).send(bytes)
  }),
  explain: rawRoute(contract.reports.explain, async ({ input, reply, ...context }) =>
    reply.type(JSON_TYPE).send(await answerOnNumber(context, { input, aspect: 'explain' }, explainNumber)),
  ),
}
