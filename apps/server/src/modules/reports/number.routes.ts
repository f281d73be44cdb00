import { reports } from '#contract/reports.ts'
import type { RoutesOf } from '#server/http/implement.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { readExplanation, readRecords } from './read-number.usecases.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

export const numberRoutes: Pick<RoutesOf<'reports'>, 'drill' | 'explain'> = {
  drill: rawRoute(reports.drill, async ({ input, deps, caller, call, reply }) =>
    reply.type(JSON_TYPE).send(await readRecords(deps, caller, input, call.signal)),
  ),
  explain: rawRoute(reports.explain, async ({ input, deps, caller, call, reply }) =>
    reply.type(JSON_TYPE).send(await readExplanation(deps, caller, input, call.signal)),
  ),
}
