import { Readable } from 'node:stream'
import { ERRORS } from '#contract/errors.ts'
import { sharedView } from '#contract/view-links.ts'
import { open, type RoutesOf } from '#server/http/implement.ts'
import { openRawRoute } from '#server/http/raw-route.ts'
import { loadAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { streamTileLines } from '#server/modules/dashboard-data/index.ts'
import { type OpenedLink, openLink, viewLink } from './open-link.ts'
import { isPersonalWidget, presentShared } from './shared-dashboard.ts'

const NO_BAR = { includeClubOrders: true, dimensionFilters: [] }

const PERSONAL_DATA = { code: 'widget.personal_data', message: ERRORS['widget.personal_data'][1] }

/** The request that the link's dashboard makes when it opens, without widgets whose settings hold personal data. */
const tileRequest = ({ dashboard, owner }: OpenedLink) => {
  const { includeClubOrders, ...filterBar } = dashboard.filter_bar ?? NO_BAR
  const isPersonal = (widget: (typeof dashboard.widgets)[number]) =>
    isPersonalWidget(widget, owner.account.customFields)
  const widgets = dashboard.widgets.filter((widget) => !isPersonal(widget))
  return { request: { includeClubOrders, filterBar, widgets }, personal: dashboard.widgets.filter(isPersonal) }
}

/** Refusals need no data, so they come first. */
async function* refusedFirst(ids: readonly string[], lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for (const id of ids) yield Buffer.from(`${JSON.stringify({ id, error: PERSONAL_DATA })}\n`)
  yield* lines
}

/** The calls of a view link. Nothing but the token says what they answer: not a session, and no filter of the caller. */
export const sharedViewRoutes: RoutesOf<'sharedView'> = {
  open: open.sharedView.open.handler(async ({ input, context: { deps, call } }) =>
    presentShared(await viewLink(deps, call, input.token)),
  ),
  data: openRawRoute(sharedView.data, async ({ input: { token, known }, deps, call, reply }) => {
    const opened = await openLink(deps, call, token)
    const settings = { ...(await loadAnalyticsSettings(deps, opened.owner)), refusesPersonalData: true } as const
    const { request, personal } = tileRequest(opened)
    const lines = streamTileLines(deps, {
      settings,
      caller: opened.owner,
      request: { ...request, ...(known ? { known } : {}) },
      signal: call.signal,
    })
    const ids = personal.map(({ id }) => id)
    return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(refusedFirst(ids, lines)))
  }),
}
