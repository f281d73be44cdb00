import { z } from 'zod'
import { findPlatformConnector } from '#connectors/registry.ts'
import { type ImportCheck, ImportSettings } from '#contract/imports.ts'
import { FileOutcome, type Run } from '#contract/runs.ts'
import type { QuarantinedRecord } from '#contract/service-checks.ts'
import type { Service } from '#contract/services.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import { toMajor } from '#domain/money.ts'
import { type Db, inSnapshot } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { BridgeStep, TotalsBridge } from '#warehouse/staging.ts'
import { requireService } from './find-service.ts'
import { isReachable, webhookUrl } from './platform/register-webhook.ts'
import { countQuarantinedByService, type QuarantinedRow } from './quarantined-records.repo.ts'
import { latestRuns, type RunRow } from './runs.repo.ts'
import { CREDENTIALS_LOST, decryptSecrets, type ServiceSecrets } from './secrets/service-secrets.ts'
import { listServices, type ServiceRow } from './services.repo.ts'

const instant = (date: Date | null): string | null => date?.toISOString() ?? null

export const presentControlTotals = ({ currencies, ...totals }: ControlTotals): NonNullable<Run['controlTotals']> => ({
  ...totals,
  currencies: currencies.map((money) => ({
    ...money,
    netSales: toMajor(money.netSales, money.currency),
    total: toMajor(money.total, money.currency),
  })),
})

const STEP_TEXTS: Readonly<Record<BridgeStep['reason'], string>> = {
  skippedRows: 'Rows with problems, which are skipped',
  moneyBack: 'Rows of type Refund, which are money back',
  repeated: 'Totals repeated in the lines of an order',
  discounts: 'Discounts',
  orderDiscounts: 'Discounts of whole orders',
  charges: 'Tax, shipping, and tips',
  taxInside: 'Tax included in the prices',
  refundedAmounts: 'Refunded amounts',
  unpaid: 'Unpaid orders',
  canceled: 'Canceled orders',
  giftCards: 'Gift cards',
}

export const presentBridge = (
  { measure, columns, written, steps, result }: TotalsBridge,
  currency: string,
): ImportCheck['bridges'][number] => ({
  measure,
  columns: [...columns],
  written: toMajor(written, currency),
  steps: steps.map(({ reason, amount }) => ({ text: STEP_TEXTS[reason], amount: toMajor(amount, currency) })),
  result: toMajor(result, currency),
  unexplained: toMajor(result - steps.reduce((sum, { amount }) => sum + amount, written), currency),
})

const Request = ImportSettings.pick({ expected: true })

const expectedOf = ({ kind, request }: RunRow): Run['expected'] =>
  kind === 'import' ? (Request.safeParse(request).data?.expected ?? null) : null

const Outcomes = z.object({ files: z.array(FileOutcome) })

const outcomesOf = ({ kind, request }: RunRow): Run['files'] =>
  kind === 'sync' ? (Outcomes.safeParse(request).data?.files ?? null) : null

export const presentRun = (row: RunRow): Run => ({
  id: row.id,
  status: row.status,
  stream: row.stream,
  done: row.done,
  total: row.total,
  counts: row.counts,
  controlTotals: row.control_totals && presentControlTotals(row.control_totals),
  storedTotals: row.kind === 'import' && row.stored_totals ? presentControlTotals(row.stored_totals) : null,
  expected: expectedOf(row),
  errors: row.errors,
  fileName: row.file_name,
  files: outcomesOf(row),
  kind: row.kind,
  isFull: row.request.full === true,
  startedUtc: instant(row.started_at),
  finishedUtc: instant(row.finished_at),
  createdUtc: row.created_at.toISOString(),
})

/** Facts about a service from outside its row. */
interface ServiceFacts {
  readonly lastRun: RunRow | undefined
  readonly secrets: ServiceSecrets | null | 'unreadable'
  /** records that could not be used and are still unresolved */
  readonly quarantined: number
  readonly webhook: Service['webhook']
  /** epoch milliseconds */
  readonly now: number
}

const isOpen = (run: RunRow | undefined): boolean => run?.status === 'queued' || run?.status === 'running'

const presentState = (row: ServiceRow, { lastRun, secrets, now }: ServiceFacts): Service['state'] => {
  if (row.waiting_until && row.waiting_until.getTime() > now) return 'waiting'
  if (isOpen(lastRun)) return 'syncing'
  if (row.needs_attention_at || secrets === 'unreadable') return 'needsAttention'
  if (row.failures > 0) return 'failing'
  return row.last_synced_at ? 'idle' : 'new'
}

/** Lists the names of stored secrets, never their values. */
const presentService = (row: ServiceRow, facts: ServiceFacts): Service => ({
  id: row.id,
  type: row.type,
  name: row.name,
  settings: row.settings,
  secretsSet: facts.secrets === null || facts.secrets === 'unreadable' ? [] : Object.keys(facts.secrets.settings),
  isSample: row.is_sample,
  isConsented: facts.secrets !== null && facts.secrets !== 'unreadable' && facts.secrets.grant !== null,
  createdDateUtc: row.created_at.toISOString(),
  state: presentState(row, facts),
  problem: facts.secrets === 'unreadable' ? CREDENTIALS_LOST : row.problem,
  lastSyncUtc: instant(row.last_synced_at),
  nextSyncUtc: instant(row.next_sync_at),
  syncEveryMinutes: row.sync_every_minutes,
  setAside: facts.quarantined,
  webhook: facts.webhook,
  lastRun: facts.lastRun ? presentRun(facts.lastRun) : null,
})

export const presentQuarantinedRecord = ({ stream, source_id, field, reason }: QuarantinedRow): QuarantinedRecord => ({
  stream,
  sourceId: source_id,
  field,
  reason,
})

/** Services of the account with their last runs, oldest first. */
export const describeServices = (deps: Deps, accountId: number): Promise<Service[]> =>
  inSnapshot(deps.db, async (db) => {
    const rows = await listServices(db, accountId)
    const related = await loadRelatedRows(db, accountId)
    return rows.map((row) => toService(deps, row, related))
  })

/** Errors: `service.not_found`. */
export const describeService = (deps: Deps, accountId: number, id: string): Promise<Service> =>
  inSnapshot(deps.db, async (db) => {
    const row = await requireService({ ...deps, db }, accountId, id)
    return toService(deps, row, await loadRelatedRows(db, accountId))
  })

interface RelatedRows {
  readonly runs: ReadonlyMap<string, RunRow>
  readonly quarantined: ReadonlyMap<string, number>
}

const loadRelatedRows = async (db: Db, accountId: number): Promise<RelatedRows> => ({
  runs: await latestRuns(db, accountId),
  quarantined: await countQuarantinedByService(db, accountId),
})

const toService = ({ keys, clock, publicUrl }: Deps, row: ServiceRow, { runs, quarantined }: RelatedRows): Service => {
  const secrets = decryptSecrets(keys, row)
  return presentService(row, {
    lastRun: runs.get(row.id),
    secrets,
    quarantined: quarantined.get(row.id) ?? 0,
    webhook: presentWebhook(publicUrl, row, secrets),
    now: clock.now(),
  })
}

const UNREACHABLE = 'Changes arrive with each sync, because this server has no public HTTPS address'

/** Before the first sync, and where access was given by consent, there is nothing for a user to add on the platform. */
const isScheduled = ({ last_synced_at, sync_every_minutes }: ServiceRow, { grant }: ServiceSecrets): boolean =>
  grant !== null || (last_synced_at === null && sync_every_minutes !== null)

const presentWebhook = (
  publicUrl: string,
  row: ServiceRow,
  secrets: ServiceSecrets | null | 'unreadable',
): Service['webhook'] => {
  const webhook = findPlatformConnector(row.type)?.webhook
  if (!webhook || secrets === null || secrets === 'unreadable') return null
  const { registered } = secrets
  const url = webhookUrl(publicUrl, row.id, secrets.webhook)
  const shared = { url, instruction: webhook.instruction }
  if (!isReachable(publicUrl)) return { ...shared, state: 'scheduled', problem: UNREACHABLE }
  if (registered?.url === url && registered.ids.length > 0) return { ...shared, state: 'registered', problem: null }
  return { ...shared, state: isScheduled(row, secrets) ? 'scheduled' : 'manual', problem: registered?.problem ?? null }
}
