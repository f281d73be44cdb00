import { Readable } from 'node:stream'
import { dashboards } from '#contract/dashboards.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { readTiles } from './read-tiles.usecases.ts'

const JSON_LINES = 'application/x-ndjson; charset=utf-8'

export const dashboardDataRoute = rawRoute(dashboards.data, async ({ input, deps, caller, call, reply }) =>
  reply.type(JSON_LINES).send(Readable.from(await readTiles(deps, caller, input, call.signal))),
)
