import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { fail, failFields } from '#contract/errors.ts'
import { ImportSettings } from '#contract/imports.ts'
import { services } from '#contract/services.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { invalidInput } from '#server/http/check-input.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { assertSize, partsOf } from '#server/http/uploads.ts'
import { requireFileService } from './find-service.ts'
import { receiveFile } from './receive-file.usecases.ts'
import { MAX_FILE_BYTES } from './stage-content.ts'
import { removeStagedFile } from './staged-files.repo.ts'
import { startImport } from './start-run.usecases.ts'

const FILE_NAME_LENGTH = 255

/** `POST /service/{id}/files`: the body is the file. */
export const stageFileRoute = rawRoute(
  services.stageFile,
  async ({ input: { id, name = 'file.csv' }, request, deps, caller, call }) => {
    const { accountId } = caller
    await requireFileService(deps, accountId, id)
    assertSize(request, MAX_FILE_BYTES, 'service.file_too_large')
    const content = bodyStream(request)
    return receiveFile(deps, { accountId, serviceId: id, name, content, signal: call.signal })
  },
  { body: 'stream' },
)

/** `POST /service/{id}/upload`: settings and the file in one multipart body. */
export const uploadRoute = rawRoute(
  services.upload,
  async ({ input: { id: serviceId }, request, deps, caller, call }) => {
    const { accountId } = caller
    await requireFileService(deps, accountId, serviceId)
    assertSize(request, MAX_FILE_BYTES, 'service.file_too_large')
    const fields: Record<string, string> = {}
    let fileId: string | null = null
    for await (const part of partsOf(request)) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname !== 'file' || fileId !== null) part.file.resume()
      else {
        const name = (part.filename || 'file.csv').slice(0, FILE_NAME_LENGTH)
        const file = { accountId, serviceId, name, content: part.file, signal: call.signal }
        fileId = (await receiveFile(deps, file)).fileId
      }
    }
    if (fileId === null) throw failFields('request.invalid', [{ field: 'file', message: 'This field is required' }])
    return importAtOnce(deps, caller, { serviceId, fileId, fields })
  },
  { body: 'multipart' },
)

interface SentFile {
  readonly serviceId: string
  readonly fileId: string
  readonly fields: Readonly<Record<string, string>>
}

/** The sender never receives the file's id, so a file that cannot be imported is removed. */
const importAtOnce = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db' | 'warehouse' | 'jobs'>,
  caller: Caller,
  { serviceId, fileId, fields }: SentFile,
) => {
  try {
    return await startImport(deps, caller, { serviceId, into: serviceId, fileId, settings: importSettings(fields) })
  } catch (error) {
    await removeStagedFile(deps, caller.accountId, fileId)
    throw error
  }
}

const bodyStream = (request: FastifyRequest): Readable => {
  if (isReadable(request.body)) return request.body
  throw fail('service.file_invalid', { values: { message: 'The file is empty' } })
}

const isReadable = (body: unknown): body is Readable => typeof body === 'object' && body !== null && 'pipe' in body

const importSettings = ({
  kind,
  mapping,
  onError,
  refundIdPrefix,
  table,
  expected,
}: Readonly<Record<string, string>>): ImportSettings => {
  const given = {
    ...(kind ? { kind } : {}),
    ...(mapping ? { mapping: parseJson('mapping', mapping) } : {}),
    ...(onError ? { onError } : {}),
    ...(refundIdPrefix ? { refundIdPrefix } : {}),
    ...(table ? { table } : {}),
    ...(expected ? { expected: parseJson('expected', expected) } : {}),
  }
  const parsed = ImportSettings.safeParse(given)
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error.issues)
}

const parseJson = (field: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw failFields('request.invalid', [{ field, message: 'This field must be JSON' }])
  }
}
