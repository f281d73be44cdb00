import { lookupTable } from '#domain/lookup-table.ts'

const refTo = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } })
const BINARY = { schema: { type: 'string', format: 'binary' } } as const
const binaryField = { type: 'string', format: 'binary' } as const

const form = (properties: object, required: readonly string[]) => ({
  'multipart/form-data': { schema: { type: 'object', required, properties } },
})

interface Bodies {
  readonly request?: Readonly<Record<string, object>>
  readonly response?: Readonly<Record<string, object>>
}

/** A line per tile as it is ready, in any order; the schema is that of a line. */
const TILE_LINES: Bodies = { response: { 'application/x-ndjson': refTo('WidgetLine') } }
const PICTURE: Bodies = { request: form({ photo: binaryField }, ['photo']) }

/** Records as a list, or one a line. */
const records = (name: string): Bodies => ({
  request: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['records'],
        properties: {
          serviceId: { type: 'string', description: 'A service of type API; default: the first one' },
          records: { type: 'array', minItems: 1, maxItems: 1000, items: refTo(name).schema },
        },
      },
    },
    'application/x-ndjson': refTo(name),
  },
})

/** Bodies that are no JSON, or that the contract's input leaves unchecked, by call. */
export const BODIES: Readonly<Record<string, Bodies>> = lookupTable({
  'dashboards.data': TILE_LINES,
  'sharedView.data': TILE_LINES,
  'home.data': TILE_LINES,
  'reports.export': {
    response: {
      'text/csv': BINARY,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': BINARY,
      'application/pdf': BINARY,
    },
  },
  'liveReport.read': { response: { 'text/csv': BINARY } },
  'account.export': { response: { 'application/zip': BINARY } },
  'pictures.get': { response: { 'image/webp': BINARY } },
  'account.setPhoto': PICTURE,
  'users.setPhoto': PICTURE,
  'services.upload': {
    request: form(
      {
        kind: { type: 'string', description: 'What a row is; default: detected' },
        mapping: { type: 'string', description: 'Columns of the fields, as JSON' },
        onError: { type: 'string' },
        file: binaryField,
      },
      ['file'],
    ),
  },
  'services.stageFile': { request: form({ file: binaryField }, ['file']) },
  'ingest.orders': records('IngestOrder'),
  'ingest.lines': records('IngestLine'),
  'ingest.customers': records('IngestCustomer'),
  'ingest.products': records('IngestProduct'),
  'ingest.members': records('IngestMember'),
  'ingest.reservations': records('IngestReservation'),
})
