import { z } from 'zod'
import { audited, endpoint, endpointFor, READ_AS_IT_ARRIVES } from './endpoint.ts'
import { ById, Id, Instant, PageQuery, paged, RequiredText } from './fields.ts'
import { FilePreview, ImportCheck, ImportSettings } from './imports.ts'
import { Run } from './runs.ts'
import { ConnectionTest, QuarantinedRecord, Reconciliation } from './service-checks.ts'

export const ServiceType = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  auth: z.string(),
  /** JSON Schema; secrets are writeOnly */
  settingsSchema: z.record(z.string(), z.unknown()),
  streams: z.array(z.string()),
  /** false: the connection cannot be made yet */
  available: z.boolean(),
  /** how users connect by consenting on the platform; null: they enter credentials */
  consent: z
    .object({
      /** settings to enter before */
      asks: z.array(z.string()),
      /** settings that need not be entered */
      replaces: z.array(z.string()),
      /** what to do on the platform's page; null: it says so itself */
      instruction: z.string().nullable(),
    })
    .nullable(),
  /** why users can't consent on this server, where the platform needs no app of the operator; null: they can, or it has no such page */
  consentProblem: z.string().nullable(),
})
export type ServiceType = z.infer<typeof ServiceType>

/**
 * `idle`: up to date · `syncing`: a run is queued or active · `waiting`: the platform asked for a pause · `needsAttention`: the
 * platform rejects the credentials, or they can no longer be decrypted · `failing`: the last run failed and will be retried ·
 * `new`: nothing is synced yet
 */
const SERVICE_STATES = ['new', 'idle', 'syncing', 'waiting', 'failing', 'needsAttention'] as const

export const Service = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  /** without secrets */
  settings: z.record(z.string(), z.unknown()),
  /** names of the secret settings that are stored */
  secretsSet: z.array(z.string()),
  isSample: z.boolean(),
  /** connected by consent on the platform, without entered credentials */
  isConsented: z.boolean(),
  createdDateUtc: Instant,
  state: z.enum(SERVICE_STATES),
  /** the problem and what to do about it; null if there is none */
  problem: z.string().nullable(),
  /** end of the last run that succeeded */
  lastSyncUtc: Instant.nullable(),
  /** when the next scheduled sync starts; null: never */
  nextSyncUtc: Instant.nullable(),
  /** minutes between syncs; null: manual only */
  syncEveryMinutes: z.number().int().nullable(),
  /** skipped records that have not been fixed since */
  setAside: z.number().int(),
  /** webhook URL for the platform's events; null if the type has none */
  webhook: z
    .object({
      url: z.string(),
      /** what to do on the platform */
      instruction: z.string(),
      /** `registered`: the platform sends events; `manual`: it does once a user adds the URL; `scheduled`: it doesn't */
      state: z.enum(['registered', 'manual', 'scheduled']),
      /** why it isn't registered; null: it is, or the next sync tries to */
      problem: z.string().nullable(),
    })
    .nullable(),
  lastRun: Run.nullable(),
})
export type Service = z.infer<typeof Service>

export const SYNC_INTERVALS = [15, 30, 60, 180, 360, 1440] as const

const ServiceSettings = z.record(z.string(), z.unknown())
const ByRun = z.object({ id: Id, runId: Id })
const SyncInterval = z
  .number()
  .int()
  .refine(
    (minutes) => SYNC_INTERVALS.some((known) => known === minutes),
    `This must be one of ${SYNC_INTERVALS.join(', ')}`,
  )
  .nullable()
const RunStarted = z.object({ runId: z.string() })

/** `serviceId`: the service that gets the rows and has the run */
const ImportStarted = RunStarted.extend({ serviceId: z.string() })

const SAMPLE_CSV = 'orderId,orderDate,sku,quantity,unitPrice\n1,2026-01-02,A,1,2.00\n'

const read = endpointFor({ access: 'administration' })
const change = audited('services', { access: 'administration' })

export const services = {
  types: read('GET /service/types', 'Platforms that can be connected').output(z.array(ServiceType)),
  list: read('GET /service', 'Services of the account').output(z.array(Service)),
  create: change('POST /service', 'Add a service', 'Added a service', {
    successStatus: 201,
    proof: 'withSecondFactor',
    sample: { body: { type: 'csv', name: 'Files', settings: {} } },
  })
    .input(
      z.object({
        type: z.string().max(50),
        name: RequiredText(100),
        settings: ServiceSettings.default({}),
        syncEveryMinutes: SyncInterval.optional(),
      }),
    )
    .output(Service),
  /** the browser opens the URL; the platform sends it back to the page that calls `connected` */
  connect: endpoint('POST /service/connect', 'Start to connect a platform by consenting there', {
    access: 'administration',
    keys: 'none',
    proof: 'withSecondFactor',
    audit: { area: 'services', label: 'Started to connect a platform' },
    sample: { body: { type: 'square' } },
  })
    /** `id`: a service to connect again, with its settings */
    .input(z.object({ type: z.string().max(50), settings: ServiceSettings.default({}), id: Id.optional() }))
    .output(z.object({ url: z.string() })),
  connected: endpoint('POST /service/connected', 'Add or reconnect a service after consent on its platform', {
    access: 'administration',
    keys: 'none',
    callsOut: true,
    audit: { area: 'services', label: 'Connected a platform' },
    sample: { body: { query: 'state=unknown' } },
  })
    /** `query`: what the platform added to the address */
    .input(z.object({ query: z.string().max(4000) }))
    .output(Service),
  /** sent by the platform while the user is on its page; the body holds the state of `connect`, which is the only credential */
  keys: endpoint('POST /service/connect/{type}/keys', 'Keys that a platform made for a connection', {
    access: 'public',
    transport: 'raw',
  })
    .input(z.object({ type: z.string().max(50) }))
    .output(z.void()),
  /** where the platform sends the browser back after it sent keys; leads to the page that calls `connected` */
  keysSent: endpoint('GET /service/connect/{type}/return', 'Return from a platform that sent keys', {
    access: 'public',
    transport: 'raw',
    successStatus: 302,
  })
    .input(z.object({ type: z.string().max(50), state: z.string().max(200), success: z.string().max(10).optional() }))
    .output(z.void()),
  /** unsaved settings; with `id`, omitted secrets are those of that service */
  tryOut: read('POST /service/test', 'Test settings before saving them', {
    effect: 'read',
    callsOut: true,
    sample: { body: { type: 'csv', settings: {} } },
  })
    .input(z.object({ type: z.string().max(50), settings: ServiceSettings.default({}), id: Id.optional() }))
    .output(ConnectionTest),
  test: read('POST /service/{id}/test', 'Test a connection', { effect: 'read', callsOut: true })
    .input(ById)
    .output(ConnectionTest),
  get: read('GET /service/{id}', 'A service').input(ById).output(Service),
  update: change('PUT /service/{id}', 'Change a service', 'Changed a service', {
    worksReadOnly: true,
    proof: 'withSecondFactor',
    sample: { body: { name: 'Taken over' } },
  })
    .input(
      ById.extend({
        name: RequiredText(100),
        /** omitted secrets stay unchanged */
        settings: ServiceSettings.optional(),
        syncEveryMinutes: SyncInterval.optional(),
      }),
    )
    .output(Service),
  remove: change('DELETE /service/{id}', 'Remove a service and its data', 'Removed a service', { worksReadOnly: true })
    .input(ById)
    .output(z.void()),
  sync: change('POST /service/{id}/sync', 'Start a run', 'Started a sync', { successStatus: 202, sample: { body: {} } })
    .input(ById.extend({ full: z.boolean().optional() }))
    .output(RunStarted),
  startOver: change(
    'POST /data-health/start-over',
    'Replace unavailable data with an empty data set and sync all of it again',
    'Started over with empty data',
    { sample: { body: {} } },
  ).output(
    z.object({
      syncs: z.number().int(),
      /** names of services whose files must be uploaded, or records sent, again */
      emptied: z.array(z.string()),
    }),
  ),
  runs: read('GET /service/{id}/runs', 'Run history').input(ById.extend(PageQuery.shape)).output(paged(Run)),
  run: read('GET /service/{id}/runs/{runId}', 'A run').input(ByRun).output(Run),
  setAside: read('GET /service/{id}/runs/{runId}/set-aside', 'Skipped records of a run')
    .input(ByRun.extend(PageQuery.shape))
    .output(paged(QuarantinedRecord)),
  openSetAside: read('GET /service/{id}/set-aside', 'Skipped records that have not been fixed since')
    .input(ById.extend(PageQuery.shape))
    .output(paged(QuarantinedRecord)),
  reconciliation: change(
    'GET /service/{id}/reconciliation',
    'Compare a month’s totals with the platform’s',
    'Compared a month with the platform',
    { callsOut: true, sample: { query: 'month=2026-05' } },
  )
    .input(
      ById.extend({
        month: z
          .string()
          .min(1)
          .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'This must be a month, such as 2024-03'),
      }),
    )
    .output(Reconciliation),
  /** raw body of the platform's event; the path's secret is the only credential where the platform signs nothing */
  webhook: endpoint('POST /service/{id}/webhook/{secret}', 'Platform event: a hint to fetch changes', {
    access: 'public',
    transport: 'raw',
    successStatus: 202,
  })
    .input(ById.extend({ secret: z.string().max(200) }))
    .output(z.void()),
  cancelRun: change('POST /service/{id}/runs/{runId}/cancel', 'Stop a run', 'Canceled a sync or import', {
    worksReadOnly: true,
  })
    .input(ByRun)
    .output(Run),
  /** multipart: text parts `kind, mapping?, onError?, refundIdPrefix?, expected?`, then `file`; answers 202 `{ runId }` */
  upload: change('POST /service/{id}/upload', 'Upload and import files in one call', 'Uploaded and imported a file', {
    transport: 'raw',
    takesNoShare: READ_AS_IT_ARRIVES,
    successStatus: 202,
    sample: {
      raw: {
        contentType: 'multipart/form-data; boundary=b',
        text: `--b\r\ncontent-disposition: form-data; name="kind"\r\n\r\norder_lines\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${SAMPLE_CSV}\r\n--b--\r\n`,
      },
    },
  })
    .input(ById)
    .output(ImportStarted),
  /** raw body with `?name=` for the file's name, or a form with several `file` parts; answers 201 `{ fileId }` */
  stageFile: change('POST /service/{id}/files', 'Upload a file for preview and import', 'Uploaded a file', {
    transport: 'raw',
    takesNoShare: READ_AS_IT_ARRIVES,
    successStatus: 201,
    sample: { query: 'name=a.csv', raw: { contentType: 'text/csv', text: SAMPLE_CSV } },
  })
    .input(ById.extend({ name: z.string().max(255).optional() }))
    .output(z.object({ fileId: z.string() })),
  /** the newest file that could not be imported, else the newest; its import saves the mapping for files with its columns */
  fetchFile: change(
    'POST /service/{id}/fetch',
    'Download a file of a service of files for preview and import',
    'Downloaded a file',
    { callsOut: true, successStatus: 201, sample: { body: {} } },
  )
    .input(ById)
    .output(z.object({ fileId: z.string(), fileName: z.string() })),
  preview: read('POST /service/{id}/preview', 'Preview the import of an uploaded file', {
    effect: 'read',
    sample: { body: { fileId: 'none', kind: 'order_lines' } },
  })
    /** `reuse`: with `kind` auto and no mapping, propose the settings of the last import of a file with these columns, or of `reuseRun` */
    .input(
      ById.extend({ fileId: Id, reuse: z.boolean().default(true), reuseRun: Id.optional() }).extend(
        ImportSettings.shape,
      ),
    )
    .output(FilePreview),
  check: read('POST /service/{id}/check', 'Control totals of an uploaded file before its import', {
    effect: 'read',
    sample: { body: { fileId: 'none', kind: 'order_lines' } },
  })
    .input(ById.extend({ fileId: Id }).extend(ImportSettings.shape))
    .output(ImportCheck),
  importFile: change('POST /service/{id}/import', 'Import an uploaded file', 'Imported a file', {
    successStatus: 202,
    sample: { body: { fileId: 'none', kind: 'order_lines' } },
  })
    /** `into`: a file service that gets the rows instead of the one that the file was uploaded to */
    .input(ById.extend({ fileId: Id, into: Id.optional() }).extend(ImportSettings.shape))
    .output(ImportStarted),
}
