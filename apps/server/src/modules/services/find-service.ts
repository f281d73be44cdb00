import { join } from 'node:path'
import type { ConnectorManifest } from '#connectors/kit/manifest.ts'
import { CONNECTORS, findConnector, findPlatformConnector } from '#connectors/registry.ts'
import { assertFound, fail } from '#contract/errors.ts'
import type { ServiceType } from '#contract/services.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import type { Deps } from '#server/deps.ts'
import { activeCustomFields, findAccount } from '#server/modules/accounts/index.ts'
import { receivesKeys } from './platform/consent-way.ts'
import { findService, type ServiceKey, type ServiceRow } from './services.repo.ts'
import { findStagedFile, readStagedFile, type StagedFile, type StagedFileRow } from './staged-files.repo.ts'

/** Throws `service.not_found`, also for a service of another account. */
export const requireService = async (deps: Deps, accountId: number, id: string): Promise<ServiceRow> =>
  assertFound(await findService(deps.db, accountId, id), 'service.not_found')

/** A service that takes files; else `service.not_a_file_service`. */
export const requireFileService = async (deps: Deps, accountId: number, id: string): Promise<ServiceRow> => {
  const row = await requireService(deps, accountId, id)
  if (row.type !== 'csv') throw fail('service.not_a_file_service')
  return row
}

/** A service whose staged files can be previewed and imported: uploaded ones, or a file from its address. */
export const requireImportService = async (deps: Deps, accountId: number, id: string): Promise<ServiceRow> => {
  const row = await requireService(deps, accountId, id)
  if (row.type !== 'csv' && row.type !== 'files') throw fail('service.not_a_file_service')
  return row
}

interface FileOfService extends ServiceKey {
  readonly fileId: string
  /** one of its tables, by name */
  readonly table?: string | undefined
}

/** Throws `service.file_not_found` when it has expired, was already imported, or belongs to another service. */
export const requireStagedFile = async (
  deps: Deps,
  { accountId, serviceId, fileId, table }: FileOfService,
): Promise<{ row: StagedFileRow; file: StagedFile }> => {
  const row = await findStagedFile(deps.db, { accountId, serviceId, id: fileId })
  const file = row ? await readStagedFile(join(await deps.warehouse.stagingFolder(accountId), row.id), table) : null
  if (!row || !file) throw fail('service.file_not_found')
  return { row, file }
}

/** The account settings that imports and syncs depend on. */
export interface AccountLocale {
  /** ISO 4217 */
  readonly currency: string
  /** IANA name */
  readonly timeZone: string
}

/** For jobs; a caller carries its account's. */
export const findAccountLocale = async ({ db }: Deps, accountId: number): Promise<AccountLocale> => {
  const account = assertFound(await findAccount(db, accountId), 'account.not_found')
  return { currency: account.currency, timeZone: account.time_zone }
}

/** The account's custom fields, for jobs. */
export const findCustomFields = async ({ db }: Deps, accountId: number): Promise<readonly CustomField[]> => {
  const account = await findAccount(db, accountId)
  return account ? activeCustomFields(account) : []
}

/** Where users can connect the platform by consenting there, how; else why not, where the platform needs no app of the operator. */
const presentConsent = (
  { type, title }: Pick<ConnectorManifest, 'title' | 'type'>,
  deps: Deps,
): Pick<ServiceType, 'consent' | 'consentProblem'> => {
  const authorization = findPlatformConnector(type)?.authorization
  const isApp = authorization?.by === 'app'
  if (!authorization || (isApp && !deps.platforms.apps[type])) return { consent: null, consentProblem: null }
  if (!isApp && !receivesKeys(deps)) {
    const consentProblem = `${title} can’t send Cuvee a key by itself, because this server has no public HTTPS address. Enter one here.`
    return { consent: null, consentProblem }
  }
  const { asks, replaces, instruction = null } = authorization
  return { consent: { asks: [...asks], replaces: [...replaces], instruction }, consentProblem: null }
}

const presentType = (
  { type, title, description, auth, settingsSchema, streams }: ConnectorManifest,
  parts: Deps,
): ServiceType => ({
  type,
  title,
  description,
  auth,
  settingsSchema: { ...settingsSchema },
  streams: [...streams],
  available: true,
  ...presentConsent({ type, title }, parts),
})

export const listServiceTypes = (parts: Deps): ServiceType[] =>
  CONNECTORS.map((connector) => presentType(connector, parts))

/** Throws `service.unknown_type`. */
export const requireConnector = (type: string): ConnectorManifest => {
  const connector = findConnector(type)
  if (!connector) throw fail('service.unknown_type', { field: 'type' })
  return connector
}
