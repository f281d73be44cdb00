import type { Readable } from 'node:stream'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fail, failFields } from '#contract/errors.ts'
import { ImportSettings, services } from '#contract/services.ts'
import type { Deps } from '#server/container.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { demandFileService } from './find-service.ts'
import { MAX_FILE_BYTES, receiveFile } from './receive-file.usecases.ts'
import { startImport } from './start-run.usecases.ts'
import { dropStagedFile } from './sweep-staged-files.ts'

const FILE_NAME_LENGTH = 255
/** Room for what a form holds beside the file. */
const FORM_BYTES = 1_048_576
/** How long the rest of a refused upload is read. */
const DRAIN_MS = 60_000

/** `POST /service/{id}/files`: the body is the file. */
export const stageFileRoute = rawRoute(
  services.stageFile,
  async ({ input: { id, name = 'file.csv' }, request, deps, caller, call }) => {
    const { accountId } = caller
    await demandFileService(deps, accountId, id)
    demandSize(request)
    const content = bodyStream(request)
    return receiving(request, () => receiveFile(deps, { accountId, serviceId: id, name, content, signal: call.signal }))
  },
  { body: 'stream' },
)

/** `POST /service/{id}/upload`: settings and the file in one multipart body. */
export const uploadRoute = rawRoute(
  services.upload,
  async ({ input: { id: serviceId }, request, deps, caller, call }) => {
    const { accountId } = caller
    await demandFileService(deps, accountId, serviceId)
    demandSize(request)
    return receiving(request, async () => {
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
      return importAtOnce(deps, accountId, { serviceId, fileId, fields })
    })
  },
  { body: 'multipart' },
)

/** What already says that it is too large is not read at all; packed files say too little here and are counted later. */
const demandSize = (request: FastifyRequest): void => {
  if (Number(request.headers['content-length'] ?? 0) <= MAX_FILE_BYTES + FORM_BYTES) return
  drain(request)
  throw fail('service.file_too_large')
}

interface SentFile {
  readonly serviceId: string
  readonly fileId: string
  readonly fields: Readonly<Record<string, string>>
}

/** The sender never learns the id of the file, so a file that cannot be imported is of no use. */
const importAtOnce = async (deps: Deps, accountId: number, { serviceId, fileId, fields }: SentFile) => {
  try {
    return await startImport(deps, accountId, { serviceId, fileId, settings: importSettings(fields) })
  } catch (error) {
    await dropStagedFile(deps, accountId, fileId)
    throw error
  }
}

/** A refused upload is still read for a while: a sender that is cut off does not see the answer. */
const drain = ({ raw }: FastifyRequest): void => {
  raw.unpipe()
  raw.resume()
  setTimeout(() => raw.destroy(), DRAIN_MS).unref()
}

const receiving = async <T>(request: FastifyRequest, receive: () => Promise<T>): Promise<T> => {
  try {
    return await receive()
  } catch (error) {
    drain(request)
    throw error
  }
}

const bodyStream = (request: FastifyRequest): Readable => {
  if (isReadable(request.body)) return request.body
  throw fail('service.file_invalid', { values: { message: 'The file is empty' } })
}

const isReadable = (body: unknown): body is Readable => typeof body === 'object' && body !== null && 'pipe' in body

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  if (!request.isMultipart()) throw fail('request.unsupported_type')
  yield* request.parts()
}

const importSettings = ({
  kind,
  mapping,
  onError,
  refundIdPrefix,
}: Readonly<Record<string, string>>): ImportSettings => {
  const given = {
    ...(kind ? { kind } : {}),
    ...(mapping ? { mapping: parseJson(mapping) } : {}),
    ...(onError ? { onError } : {}),
    ...(refundIdPrefix ? { refundIdPrefix } : {}),
  }
  const parsed = ImportSettings.safeParse(given)
  if (parsed.success) return parsed.data
  const items = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw failFields('request.invalid', items)
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw failFields('request.invalid', [{ field: 'mapping', message: 'This field must be JSON' }])
  }
}
