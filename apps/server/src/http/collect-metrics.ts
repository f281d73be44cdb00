import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'

/** One line of the Prometheus text format. */
export interface Sample {
  readonly name: string
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

/** Scrapes share what was collected this recently. */
const FRESH_MS = 5_000
const HOUR_MS = 3_600_000

// All statements cover all accounts, hence unscoped. Each reads an index of what is open, due or recent.

const queueSamples = async ({ db }: Deps): Promise<Sample[]> => {
  const { rows } = await sql<{ name: string; waiting: number; active: number; age: number | null }>`
    select name,
      count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))::float8 as age
    from pgboss.job where state < 'completed' group by name`.execute(unscoped(db))
  return rows.flatMap(({ name: queue, waiting, active, age }) => [
    { name: 'cuvee_queue_waiting', labels: { queue }, value: waiting },
    { name: 'cuvee_queue_active', labels: { queue }, value: active },
    { name: 'cuvee_queue_oldest_seconds', labels: { queue }, value: age ?? 0 },
  ])
}

const runSamples = async ({ db, clock }: Deps): Promise<Sample[]> => {
  const { rows } = await sql<{ platform: string; result: string; runs: number }>`
    select services.type as platform, run.status as result, count(*)::int as runs
    from service_runs run join services on services.account_id = run.account_id and services.id = run.service_id
    where run.finished_at > ${new Date(clock.now() - HOUR_MS)} group by 1, 2`.execute(unscoped(db))
  return rows.map(({ runs, ...labels }) => ({ name: 'cuvee_runs_last_hour', labels, value: runs }))
}

const rejectedSamples = async ({ db }: Deps): Promise<Sample[]> => {
  const { rows } = await sql<{ platform: string; records: number }>`
    select services.type as platform, count(*)::int as records
    from set_aside_records record join services on services.account_id = record.account_id and services.id = record.service_id
    where record.resolved_at is null group by 1`.execute(unscoped(db))
  return rows.map(({ platform, records }) => ({
    name: 'cuvee_rejected_records',
    labels: { platform },
    value: records,
  }))
}

const serviceSamples = async ({ db }: Deps): Promise<Sample[]> => {
  const { rows } = await sql<{ platform: string; failing: number }>`
    select type as platform, count(*) filter (where failures > 0 or needs_attention_at is not null)::int as failing
    from services where not is_sample group by 1`.execute(unscoped(db))
  return rows.map(({ platform, failing }) => ({
    name: 'cuvee_services_failing',
    labels: { platform },
    value: failing,
  }))
}

const mailSamples = async ({ db, clock }: Deps): Promise<Sample[]> => {
  const now = new Date(clock.now())
  const { rows } = await sql<{ waiting: number; age: number | null }>`
    select count(*)::int as waiting, extract(epoch from ${now}::timestamptz - min(created_at))::float8 as age
    from outbox_mail where sent_at is null and failed_at is null`.execute(unscoped(db))
  return rows.flatMap(({ waiting, age }) => [
    { name: 'cuvee_mail_waiting', value: waiting },
    { name: 'cuvee_mail_oldest_seconds', value: Math.max(0, age ?? 0) },
  ])
}

const LastBackup = z.object({ madeUtc: z.iso.datetime(), failed: z.number() })

/** Without any backup its age is infinite, so that one alert covers both. */
const backupSamples = async ({ paths, clock }: Deps): Promise<Sample[]> => {
  const text = await readFile(paths.lastBackup, 'utf8').catch(() => 'null')
  const { data } = LastBackup.safeParse(JSON.parse(text))
  const age = data ? Math.max(0, (clock.now() - Date.parse(data.madeUtc)) / 1_000) : Number.POSITIVE_INFINITY
  return [
    { name: 'cuvee_backup_age_seconds', value: age },
    { name: 'cuvee_backup_failed_accounts', value: data?.failed ?? 0 },
  ]
}

const diskSamples = async ({ freeBytes }: Deps): Promise<Sample[]> => [
  { name: 'cuvee_disk_free_bytes', value: await freeBytes() },
]

const processSamples = async ({ warehouse, connections, jobs }: Deps): Promise<Sample[]> => {
  const { usage } = warehouse
  const { open, idle, waiting } = connections()
  return [
    { name: 'cuvee_engine_opens_total', value: usage.opens },
    { name: 'cuvee_engine_open_files', value: usage.openFiles },
    { name: 'cuvee_engine_memory_bytes', value: usage.memory },
    { name: 'cuvee_engine_memory_budget_bytes', value: usage.memoryBudget },
    { name: 'cuvee_engine_memory_refusals_total', value: usage.memoryRefusals },
    { name: 'cuvee_engine_calls', labels: { state: 'running' }, value: usage.runningCalls },
    { name: 'cuvee_engine_calls', labels: { state: 'waiting' }, value: usage.waitingCalls },
    { name: 'cuvee_accounts_unavailable', value: warehouse.unavailableAccounts },
    { name: 'cuvee_database_connections', labels: { state: 'busy' }, value: open - idle },
    { name: 'cuvee_database_connections', labels: { state: 'idle' }, value: idle },
    { name: 'cuvee_database_waiting', value: waiting },
    { name: 'cuvee_jobs_alive', value: jobs.isAlive() ? 1 : 0 },
  ]
}

const SOURCES = {
  process: processSamples,
  disk: diskSamples,
  backup: backupSamples,
  queues: queueSamples,
  runs: runSamples,
  rejected: rejectedSamples,
  services: serviceSamples,
  mail: mailSamples,
} as const

const collect = async (deps: Deps): Promise<readonly Sample[]> => {
  const samples: Sample[] = []
  // One after another, so that a scrape takes one connection. What cannot be read is left out and named.
  for (const [source, read] of Object.entries(SOURCES)) {
    try {
      samples.push(...(await read(deps)), { name: 'cuvee_metrics_source_up', labels: { source }, value: 1 })
    } catch (error) {
      deps.log.warn({ err: error, source }, 'metrics could not be read')
      samples.push({ name: 'cuvee_metrics_source_up', labels: { source }, value: 0 })
    }
  }
  return samples
}

/** Collects the metrics of this server, at most every few seconds, whatever the number of scrapes. `freshMs`: for tests. */
export const createCollector = (deps: Deps, freshMs = FRESH_MS): (() => Promise<readonly Sample[]>) => {
  let collected: { readonly at: number; readonly samples: Promise<readonly Sample[]> } | null = null
  return () => {
    const now = performance.now()
    if (collected === null || now - collected.at >= freshMs) collected = { at: now, samples: collect(deps) }
    return collected.samples
  }
}

const numberText = (value: number): string => (value === Number.POSITIVE_INFINITY ? '+Inf' : String(value))

/** Formats a sample. Labels are names of our own: queues, platforms and results. */
export const sampleLine = ({ name, labels, value }: Sample): string => {
  const pairs = Object.entries(labels ?? {}).map(([label, text]) => `${label}="${text.replace(/["\\\n]/g, '_')}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numberText(value)}`
}
