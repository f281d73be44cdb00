import type { PlatformFacts } from '#connectors/kit/connector.ts'
import { AddressRefused, isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import { platformOf } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import type { ConnectionTest } from '#contract/services.ts'
import type { Deps } from '#server/deps.ts'
import { demandConnector } from '../demand-connector.ts'
import { demandService } from '../find-service.ts'
import { secretsOf } from '../secrets/service-secrets.ts'
import type { ServiceRow } from '../services.repo.ts'
import { type CheckedSettings, checkSettings } from '../settings.policy.ts'
import { openConnection } from './open-connection.ts'
import { platformFailure } from './platform-failure.ts'

const TEST_MS = 40_000

const WORKS: ConnectionTest = { ok: true, message: null, name: null, timeZone: null, currency: null, warnings: [] }

interface TryOut {
  readonly type: string
  readonly settings: Readonly<Record<string, unknown>>
  /** a service whose stored secrets stand for those that are left out */
  readonly id?: string | undefined
}

interface Asked extends CheckedSettings {
  readonly accountId: number
  readonly type: string
  readonly connectionId: string
}

/** Asks the platform with settings that are not saved. Errors: those of adding a service. */
export const tryOutConnection = async (
  deps: Deps,
  { accountId, signal }: { accountId: number; signal: AbortSignal },
  { type, settings, id }: TryOut,
): Promise<ConnectionTest> => {
  const { settingsSchema } = demandConnector(type)
  const service = id === undefined ? null : await demandService(deps, accountId, id)
  const isSame = service?.type === type
  const checked = checkSettings(settingsSchema, settings, isSame ? storedSecrets(deps, service) : {})
  const connectionId = isSame ? service.id : `${accountId}:${type}`
  return ask(deps, { ...checked, accountId, type, connectionId }, signal)
}

/** Asks the platform of a service. A refusal is an answer, `ok: false`, and changes nothing. */
export const testConnection = async (
  deps: Deps,
  { accountId, signal }: { accountId: number; signal: AbortSignal },
  id: string,
): Promise<ConnectionTest> => {
  const service = await demandService(deps, accountId, id)
  const { type, settings } = service
  return ask(deps, { settings, secrets: storedSecrets(deps, service), accountId, type, connectionId: id }, signal)
}

/** Secret settings of a service; none where they cannot be read any more. */
const storedSecrets = ({ keys }: Pick<Deps, 'keys'>, service: ServiceRow): CheckedSettings['secrets'] => {
  const secrets = secretsOf(keys, service)
  return secrets === null || secrets === 'unreadable' ? {} : secrets.settings
}

const ask = async (
  deps: Deps,
  { type, connectionId, ...asked }: Asked,
  leaving: AbortSignal,
): Promise<ConnectionTest> => {
  const connector = platformOf(type)
  if (!connector) return WORKS
  const late = AbortSignal.timeout(TEST_MS)
  const signal = AbortSignal.any([leaving, late])
  try {
    const connection = await openConnection(deps, { ...asked, connector, connectionId, signal })
    try {
      return works(await connection.session.test())
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (late.aborted) return refused('The platform did not answer in time. Try again in a moment.')
    if (leaving.aborted) throw fail('request.malformed', { cause: error })
    if (error instanceof AddressRefused || !isPlatformProblem(error)) throw platformFailure(error)
    return refused(error.message)
  }
}

const works = ({ name, timeZone, currency, warnings }: PlatformFacts): ConnectionTest => ({
  ...WORKS,
  name,
  timeZone,
  currency,
  warnings: [...warnings],
})

const refused = (message: string): ConnectionTest => ({ ...WORKS, ok: false, message })
