import type { Dashboard, WidgetEntry } from '#contract/dashboards.ts'
import type { ReportShow } from '#domain/report-terms.ts'
import { errorStatus } from '#web/api/api-error.ts'
import type { Api } from '#web/api/client.ts'

type Props = WidgetEntry['props']

/** Precondition failed: the dashboard was saved by someone else in the meantime. */
const STALE = 412
const MAX_TRIES = 3

/** Grid units. */
const SIZES: Readonly<Record<ReportShow, { readonly w: number; readonly h: number }>> = {
  number: { w: 3, h: 4 },
  chart: { w: 4, h: 8 },
  table: { w: 4, h: 8 },
  pivot: { w: 5, h: 8 },
}

/** A report tile. The server gives it the position of a widget that is added. */
const reportEntry = (show: ReportShow, props: Props) => ({ type: 'report', ...SIZES[show], props })

interface Pinned {
  readonly show: ReportShow
  readonly props: Props
}

/** Creates a dashboard with the tile. Rejects with the error of the response. */
export const pinToNew = (api: Api, name: string, { show, props }: Pinned): Promise<Dashboard> =>
  api.dashboards.create({ name, widgets: [reportEntry(show, props)] })

/**
 * Adds a tile to a dashboard. If it was saved by someone else in the meantime, the tile is added to that version: nothing of
 * it is lost. Rejects with the error of the response.
 */
export const pinTo = async (api: Api, slug: string, tile: Pinned, tries = MAX_TRIES): Promise<Dashboard> => {
  const { name, description, isPublic, widgets, version } = await api.dashboards.get({ slug })
  const added = [...widgets, reportEntry(tile.show, tile.props)]
  try {
    return await api.dashboards.update({
      params: { slug },
      body: { name, description, isPublic, widgets: added, version },
    })
  } catch (error) {
    if (errorStatus(error) !== STALE || tries === 1) throw error
    return pinTo(api, slug, tile, tries - 1)
  }
}
