import { z } from 'zod'
import type { DataHealthItem } from '#contract/visits.ts'
import type { CallContext } from '#server/http/call.ts'
import { type AnalyticsSettings, getCachedResult, loadAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { countQuarantinedByService, SERVICES_PATH, servicesPath } from '#server/modules/services/index.ts'
import { type Counted, countServices, FAILING, presentCheck, QUARANTINED, STALE } from './health-check.ts'
import { countByRecords, RECORD_CHECKS, RECORD_COUNT_SQL } from './record-checks.ts'
import { buildReportPath, countByReport, REPORT_CHECKS } from './report-checks.ts'

const CachedCounts = z.object({
  counts: z.record(z.string(), z.object({ count: z.number(), of: z.number() })),
  records: z.number(),
})

/** Checks that depend on the data only, cached until it changes. */
const countRows = async ({ deps, call }: CallContext, settings: AnalyticsSettings) => {
  const { signal } = call
  const cached = await getCachedResult(deps, { settings, query: 'dataHealth', signal }, async (session) => {
    const counts: Record<string, Counted> = {}
    for (const check of REPORT_CHECKS) counts[check.id] = await countByReport(session, settings, check)
    const asked = { ...settings, signal }
    for (const check of RECORD_CHECKS) counts[check.id] = await countByRecords(deps.warehouse, check, asked)
    const recordCount = await deps.warehouse.query(
      settings.accountId,
      { sql: RECORD_COUNT_SQL, params: [] },
      { signal },
    )
    return { counts, records: Number(recordCount.rows[0]?.[0] ?? 0) }
  })
  return { ...CachedCounts.parse(JSON.parse(Buffer.from(cached?.bytes ?? []).toString())), asOf: cached?.asOf ?? null }
}

const NOTHING: Counted = { count: 0, of: 0 }

/** Every check with its count, including checks without a gap; `asOf` is when data was last loaded. */
export const dataHealth = async (context: CallContext): Promise<{ items: DataHealthItem[]; asOf: string | null }> => {
  const { deps, caller } = context
  const settings = await loadAnalyticsSettings(deps, caller)
  const { counts, records, asOf } = await countRows(context, settings)
  const quarantinedBy = await countQuarantinedByService(deps.db, caller.accountId)
  const quarantined = [...quarantinedBy.values()].reduce((sum, skipped) => sum + skipped, 0)
  const services = await countServices(deps.db, caller.accountId, deps.clock.now())
  const items = [
    presentCheck(FAILING, services.failing, SERVICES_PATH),
    presentCheck(STALE, services.stale, SERVICES_PATH),
    presentCheck(
      QUARANTINED,
      { count: quarantined, of: records + quarantined },
      servicesPath([...quarantinedBy.keys()], '/set-aside'),
    ),
    ...REPORT_CHECKS.map((check) => presentCheck(check, counts[check.id] ?? NOTHING, buildReportPath(check))),
    ...RECORD_CHECKS.map((check) => presentCheck(check, counts[check.id] ?? NOTHING, null)),
  ]
  return { items, asOf }
}
