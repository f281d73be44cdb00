import { fail } from '#contract/errors.ts'
import type { SubjectPage } from '#contract/subjects.ts'
import type { SubjectKey, SubjectKind } from '#domain/subject-pages.ts'
import { SUBJECTS } from '#reports/subjects/registry.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type AnalyticsSettings, loadAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { relatedInsights } from '#server/modules/insights/index.ts'
import { listServices, type ServiceRow } from '#server/modules/services/index.ts'
import { type FoundSubject, findSubject } from './find-subject.ts'

interface Wanted {
  readonly kind: SubjectKind
  readonly key: SubjectKey
}

interface InService {
  readonly service: Pick<ServiceRow, 'id' | 'name'>
  readonly found: FoundSubject
}

/** The records of one ID by service. */
const byService = async (
  deps: Deps,
  settings: AnalyticsSettings,
  { kind, key }: Wanted,
  signal: AbortSignal,
): Promise<InService[]> => {
  const services = await listServices(deps.db, settings.accountId)
  const each = await Promise.all(
    services.map(async (service) => {
      const wanted = { declaration: SUBJECTS[kind], key: { ...key, serviceId: service.id } }
      const found = await findSubject(deps, settings, wanted, signal)
      return found === null ? [] : [{ service, found }]
    }),
  )
  return each.flat()
}

const nameOf = ({ name }: FoundSubject): string | null => (name === '' ? null : name)

/**
 * The head of a subject's page. Where several services have a record with its ID, it is that of the named service, else of the first
 * one, and the others are listed.
 *
 * @throws Failure `subject.not_found`
 */
export const subjectPage = async (
  deps: Deps,
  caller: Caller,
  { kind, key }: Wanted,
  signal: AbortSignal,
): Promise<SubjectPage> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const declaration = SUBJECTS[kind]
  const any = await findSubject(deps, settings, { declaration, key: { ...key, serviceId: null } }, signal)
  if (any === null) throw fail('subject.not_found')
  const records = any.records < 2 ? [] : await byService(deps, settings, { kind, key }, signal)
  const isNamed = ({ service }: InService): boolean => service.id === key.serviceId
  const chosen = records.find(isNamed) ?? records[0] ?? null
  const found = chosen?.found ?? any
  const subject = declaration.insightSubject?.(found) ?? null
  return {
    kind,
    id: found.id,
    name: nameOf(found),
    serviceId: chosen?.service.id ?? null,
    columns: [...found.columns],
    row: [...found.row],
    others: records
      .filter((one) => one !== chosen)
      .map(({ service, found: other }) => ({ serviceId: service.id, serviceName: service.name, name: nameOf(other) })),
    insights: await relatedInsights(deps, caller, { subject, customerId: kind === 'customer' ? found.id : null }),
    asOf: found.asOf,
  }
}
