import { platformOf } from '#connectors/registry.ts'
import type { Service } from '#contract/services.ts'
import type { Deps } from '#server/deps.ts'
import { latestRuns, type RunRow } from './runs.repo.ts'
import { type ServiceSecrets, secretsOf } from './secrets/service-secrets.ts'
import { presentService } from './service.present.ts'
import { listServices, type ServiceRow } from './services.repo.ts'
import { countSetAside } from './set-aside.repo.ts'

type Parts = Pick<Deps, 'db' | 'keys' | 'clock' | 'publicUrl'>

/** Services of the account with their last runs, oldest first. */
export const answerServices = async (deps: Parts, accountId: number): Promise<Service[]> => {
  const rows = await listServices(deps.db, accountId)
  const beside = await besideServices(deps, accountId)
  return rows.map((row) => answerFrom(deps, row, beside))
}

export const answerService = async (deps: Parts, row: ServiceRow): Promise<Service> =>
  answerFrom(deps, row, await besideServices(deps, row.account_id))

interface Beside {
  readonly runs: ReadonlyMap<string, RunRow>
  readonly setAside: ReadonlyMap<string, number>
}

const besideServices = async ({ db }: Parts, accountId: number): Promise<Beside> => ({
  runs: await latestRuns(db, accountId),
  setAside: await countSetAside(db, accountId),
})

const answerFrom = ({ keys, clock, publicUrl }: Parts, row: ServiceRow, { runs, setAside }: Beside): Service => {
  const secrets = secretsOf(keys, row)
  return presentService(row, {
    lastRun: runs.get(row.id),
    secrets,
    setAside: setAside.get(row.id) ?? 0,
    webhook: webhookOf(publicUrl, row, secrets),
    now: clock.now(),
  })
}

const webhookOf = (
  publicUrl: string,
  { id, type }: ServiceRow,
  secrets: ServiceSecrets | null | 'unreadable',
): Service['webhook'] => {
  const webhook = platformOf(type)?.webhook
  if (!webhook || secrets === null || secrets === 'unreadable') return null
  return { url: webhookUrl(publicUrl, id, secrets.webhook), instruction: webhook.instruction }
}

/** Where a platform sends the events of a service, as the platform knows it. */
export const webhookUrl = (publicUrl: string, serviceId: string, secret: string): string =>
  `${publicUrl}/api/service/${serviceId}/webhook/${secret}`
