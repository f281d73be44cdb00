import { fail } from '#contract/errors.ts'
import type { AnalyticsSettings } from './analytics-settings.ts'

/**
 * Refuses to read rows by the days of another zone than theirs: they have moved since the question's dates were resolved, so it
 * has to be asked again.
 *
 * @throws Failure `warehouse.busy`
 */
export const demandZone = ({ timeZone }: AnalyticsSettings, zoneOfRows: string | undefined): void => {
  if (zoneOfRows !== undefined && zoneOfRows !== timeZone) throw fail('warehouse.busy', { retryAfter: 1 })
}
