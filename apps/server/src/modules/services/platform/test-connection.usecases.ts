import type { GrantAccess } from '#connectors/kit/authorization.ts'
import type { PlatformFacts } from '#connectors/kit/connector.ts'
import { AddressNotAllowed, isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import { findPlatformConnector } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import type { ConnectionTest } from '#contract/service-checks.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { requireConnector, requireService } from '../find-service.ts'
import { findSavedSettings } from '../saved-settings.repo.ts'
import { decryptSecrets } from '../secrets/service-secrets.ts'
import type { ServiceRow } from '../services.repo.ts'
import { type CheckedSettings, checkConnectionSettings } from '../settings.policy.ts'
import { describeFiles } from './describe-files.ts'
import { openConnection, toServiceFailure } from './open-connection.ts'
import { createGrantAccess } from './stored-grant.ts'

const TEST_MS = 40_000

const WORKS: ConnectionTest = {
  ok: true,
  message: null,
  name: null,
  timeZone: null,
  currency: null,
  facts: [],
  warnings: [],
}

interface ConnectionTester {
  readonly caller: Pick<Caller, 'accountId' | 'account'>
  readonly signal: AbortSignal
}

interface UnsavedConnection {
  readonly type: string
  readonly settings: Readonly<Record<string, unknown>>
  /** a service whose stored secrets replace omitted ones */
  readonly id?: string | undefined
}

interface ConnectionCheck extends CheckedSettings {
  readonly grant: GrantAccess | null
  readonly accountId: number
  readonly account: Caller['account']
  readonly type: string
  readonly connectionId: string
}

/** Tests a connection with unsaved settings. Errors: as `addService`. */
export const testUnsavedConnection = async (
  deps: Deps,
  { caller, signal }: ConnectionTester,
  { type, settings, id }: UnsavedConnection,
): Promise<ConnectionTest> => {
  const { accountId, account } = caller
  requireConnector(type)
  const service = id === undefined ? null : await requireService(deps, accountId, id)
  const stored = service?.type === type ? storedSecrets(deps, service) : NOTHING_STORED
  const checked = checkConnectionSettings(type, settings, {
    ...stored,
    ...(service ? { settings: service.settings } : {}),
  })
  const connectionId = service?.type === type ? service.id : `${accountId}:${type}`
  const { grant } = stored
  return callPlatform(deps, { ...checked, grant, accountId, account, type, connectionId }, signal)
}

/** Tests a service's connection. A rejected call returns `ok: false` and changes nothing. */
export const testConnection = async (
  deps: Deps,
  { caller, signal }: ConnectionTester,
  id: string,
): Promise<ConnectionTest> => {
  const { accountId, account } = caller
  const service = await requireService(deps, accountId, id)
  const { type, settings } = service
  const stored = storedSecrets(deps, service)
  return callPlatform(deps, { settings, ...stored, accountId, account, type, connectionId: id }, signal)
}

interface StoredSecrets extends Pick<CheckedSettings, 'secrets'> {
  readonly grant: GrantAccess | null
}

const NOTHING_STORED: StoredSecrets = { secrets: {}, grant: null }

/** Empty when they cannot be decrypted. */
const storedSecrets = (deps: Deps, service: ServiceRow): StoredSecrets => {
  const stored = decryptSecrets(deps.keys, service)
  if (stored === null || stored === 'unreadable') return NOTHING_STORED
  return { secrets: stored.settings, grant: createGrantAccess(deps, service, stored) }
}

const callPlatform = async (
  deps: Deps,
  { type, connectionId, accountId, ...asked }: ConnectionCheck,
  leaving: AbortSignal,
): Promise<ConnectionTest> => {
  const connector = findPlatformConnector(type)
  if (!connector) return WORKS
  const late = AbortSignal.timeout(TEST_MS)
  const signal = AbortSignal.any([leaving, late])
  try {
    const connection = await openConnection(deps, { ...asked, connector, connectionId, signal })
    try {
      const { files } = connection.session
      const { customFields } = asked.account
      const findSaved = (columns: readonly string[]) => findSavedSettings(deps.db, { accountId, columns, customFields })
      if (files) return { ...WORKS, ...(await describeFiles(files, { ...asked, findSaved })) }
      return succeeded(await connection.session.test())
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (late.aborted) return failed('The platform didn’t respond in time. Try again in a moment.')
    if (leaving.aborted) throw fail('request.malformed', { cause: error })
    if (error instanceof AddressNotAllowed || !isPlatformProblem(error)) throw toServiceFailure(error)
    return failed(error.message)
  }
}

const succeeded = ({ name, timeZone, currency, warnings, samples = [] }: PlatformFacts): ConnectionTest => ({
  ...WORKS,
  name,
  timeZone,
  currency,
  facts: [...samples],
  warnings: [...warnings],
})

const failed = (message: string): ConnectionTest => ({ ...WORKS, ok: false, message })
