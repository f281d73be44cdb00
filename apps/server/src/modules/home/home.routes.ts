import { Readable } from 'node:stream'
import { contract } from '#contract/contract.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { loadAnalyticsSettings, withCompared } from '#server/modules/analytics/index.ts'
import { homeMeasures, readHomeKpis, saveHomeKpis } from './home-kpis.usecases.ts'
import { homeLines } from './home-lines.ts'

const { home } = signedIn

async function* jsonLines(values: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

export const homeRoutes: RoutesOf<'home'> = {
  data: rawRoute(contract.home.data, async ({ input: { period }, deps, caller, call: { signal }, reply }) => {
    const settings = await withCompared(deps, await loadAnalyticsSettings(deps, caller), 'plan')
    const lines = homeLines(deps, { caller, settings, signal }, period)
    return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(jsonLines(lines)))
  }),
  kpis: home.kpis.handler(async ({ context: { deps, caller } }) => ({
    kpis: [...(await readHomeKpis(deps, caller.accountId))],
    measures: homeMeasures(),
  })),
  saveKpis: home.saveKpis.handler(async ({ input, context: { deps, caller } }) => ({
    kpis: [...(await saveHomeKpis(deps, caller.accountId, input.kpis))],
  })),
}
