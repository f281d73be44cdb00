import type { Alert } from '#contract/alerts.ts'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import { toast } from '#web/app/toast.ts'
import type { WatchedBar, WatchedTile } from './tile-definition.ts'

// Most visits add no alert, so its code is loaded on demand.
const dialog = () => import('./alert-dialog.tsx')
const tiles = () => import('./tile-definition.ts')

const reportFailure = (): void => {
  toast.failure('This couldn’t be opened. Check your connection and try again.')
}

/** Opens the dialog that adds an alert on a number of the report, or changes one. */
export const openAlert = (definition: ReportDefinitionInput, alert: Alert | null = null): void => {
  dialog().then(({ openAlertDialog }) => openAlertDialog(definition, alert), reportFailure)
}

/** Whether a tile has numbers that an alert can watch. */
export const canWatchTile = ({ plan: { kpis, filter }, source }: WatchedTile): boolean =>
  (kpis !== null && filter === undefined) || (typeof source === 'object' && source !== null && 'columns' in source)

/** Opens the dialog that adds an alert on a number of a tile. */
export const openTileAlert = (tile: WatchedTile, bar: WatchedBar): void => {
  tiles().then(({ tileDefinition }) => {
    const definition = tileDefinition(tile, bar)
    if (definition !== null) openAlert(definition)
  }, reportFailure)
}
