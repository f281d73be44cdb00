import { findPlatformConnector } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { requireService } from '../find-service.ts'
import { receiveFile } from '../receive-file.usecases.ts'
import { decryptSecrets } from '../secrets/service-secrets.ts'
import { failedFiles } from '../sync/read-files.ts'
import { openConnection, toServiceFailure } from './open-connection.ts'

const LIMIT_MS = 60_000

const NO_FILES = 'There are no such files yet. Try again when there is one.'

interface FetchRequest {
  readonly caller: Pick<Caller, 'accountId' | 'account'>
  readonly signal: AbortSignal
}

/**
 * Downloads a file of a service of files into the account's staged files: the newest that could not be imported, else the newest.
 * Errors: `service.not_a_file_service`, `service.platform_failed`, `service.address_refused`, and those of `receiveFile`.
 */
export const fetchFile = async (
  deps: Deps,
  { caller: { accountId, account }, signal: leaving }: FetchRequest,
  serviceId: string,
): Promise<{ fileId: string; fileName: string }> => {
  const service = await requireService(deps, accountId, serviceId)
  const connector = findPlatformConnector(service.type)
  const stored = decryptSecrets(deps.keys, service)
  if (connector?.type !== 'files') throw fail('service.not_a_file_service')
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(LIMIT_MS)])
  try {
    const secrets = stored === null || stored === 'unreadable' ? {} : stored.settings
    const connection = { connector, account, connectionId: serviceId, grant: null }
    const request = { ...connection, settings: service.settings, secrets, signal }
    const { session, close } = await openConnection(deps, request)
    try {
      const files = (await session.files?.list()) ?? []
      const failed = failedFiles(service)
      const file = files.findLast(({ name }) => failed.includes(name)) ?? files.at(-1)
      const download = file && (await session.files?.download(file, null))
      if (!file || !download) throw fail('service.platform_failed', { values: { message: NO_FILES } })
      const { content } = download
      const { fileId } = await receiveFile(deps, { accountId, serviceId, name: file.name, content, signal })
      return { fileId, fileName: file.name }
    } finally {
      await close()
    }
  } catch (error) {
    throw toServiceFailure(error)
  }
}
