import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { fail, failFields } from '#contract/errors.ts'
import { ImportSettings } from '#contract/imports.ts'
import { services } from '#contract/services.ts'
import { invalidInput } from '#server/http/check-input.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { assertSize, readParts } from '#server/http/uploads.ts'
import { isStream } from '../../http/compress.ts'
import { requireFileService } from './find-service.ts'
import { receiveFile, receiveFiles } from './receive-file.usecases.ts'
import { MAX_FILE_BYTES, type NamedContent } from './stage-content.ts'
import { importSentFile } from './start-run.usecases.ts'

/** `POST /service/{id}/files`: the body is the file, or a form with files. */
export const stageFileRoute = rawRoute(
  services.stageFile,
  async ({ input: { id, name = 'file.csv' }, request, deps, caller, call }) => {
    const { accountId } = caller
    await requireFileService(deps, accountId, id)
    assertSize(request, MAX_FILE_BYTES, 'service.file_too_large')
    const upload = { accountId, serviceId: id, signal: call.signal }
    if (!request.isMultipart()) return receiveFile(deps, { ...upload, name, content: bodyStream(request) })
    return (await receiveFiles(deps, { ...upload, files: readFiles(request, {}) })) ?? missingFile()
  },
  { body: 'files' },
)

/** The files of a form as they arrive; its other fields are added to `fields`. */
async function* readFiles(request: FastifyRequest, fields: Record<string, string>): AsyncGenerator<NamedContent> {
  for await (const part of readParts(request)) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (part.fieldname !== 'file') part.file.resume()
    else yield { name: part.filename || 'file.csv', content: part.file }
  }
}

const missingFile = (): never => {
  throw failFields('request.invalid', [{ field: 'file', message: 'This field is required' }])
}

/** `POST /service/{id}/upload`: settings and files in one multipart body. */
export const uploadRoute = rawRoute(
  services.upload,
  async ({ input: { id: serviceId }, request, deps, caller, call }) => {
    const { accountId } = caller
    await requireFileService(deps, accountId, serviceId)
    assertSize(request, MAX_FILE_BYTES, 'service.file_too_large')
    const fields: Record<string, string> = {}
    const upload = { accountId, serviceId, files: readFiles(request, fields), signal: call.signal }
    const { fileId } = (await receiveFiles(deps, upload)) ?? missingFile()
    return importSentFile(deps, caller, {
      ...{ serviceId, fileId, signal: call.signal },
      readSettings: () => importSettings(fields),
    })
  },
  { body: 'files' },
)

const bodyStream = (request: FastifyRequest): Readable => {
  if (isStream(request.body)) return request.body
  throw fail('service.file_invalid', { values: { message: 'The file is empty' } })
}

const importSettings = ({
  kind,
  mapping,
  unpivot,
  onError,
  refundIdPrefix,
  table,
  duplicates,
  conflicts,
  expected,
}: Readonly<Record<string, string>>): ImportSettings => {
  const given = {
    ...(kind ? { kind } : {}),
    ...(mapping ? { mapping: parseJson('mapping', mapping) } : {}),
    ...(unpivot ? { unpivot: parseJson('unpivot', unpivot) } : {}),
    ...(onError ? { onError } : {}),
    ...(refundIdPrefix ? { refundIdPrefix } : {}),
    ...(table ? { table } : {}),
    ...(duplicates ? { duplicates } : {}),
    ...(conflicts ? { conflicts } : {}),
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
