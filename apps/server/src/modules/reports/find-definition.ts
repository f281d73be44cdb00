import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import type { DefinitionRef, ReportDefinition } from '#contract/reports.ts'
import { PAGES } from '#domain/navigation.ts'
import type { FoundDefinition } from '#reports/kit/resolve-report.ts'
import { findBuiltInReport } from '#reports/registry.ts'
import type { Deps } from '#server/deps.ts'
import { demandPlan } from '#server/http/access.ts'
import { type Reader, readSavedReport } from '#server/modules/saved-reports/read-saved-report.ts'
import { storedDefinition } from '#server/modules/saved-reports/saved-report.present.ts'
import { listServices } from '#server/modules/services/services.repo.ts'

const builtIn = (reader: Reader, slug: string): ReportDefinition => {
  const report = findBuiltInReport(slug)
  if (report === null) throw fail('report.not_found')
  const accountTypes = PAGES.get(report.path)?.accountTypes ?? null
  if (accountTypes !== null) demandPlan(reader, accountTypes)
  return report.definition
}

/** Reports of one kind of platform are over the account's services of that type. */
const withServices = async (
  { db }: Pick<Deps, 'db'>,
  { accountId }: Reader,
  definition: ReportDefinition,
): Promise<FoundDefinition> => {
  if (definition.serviceType === null) return definition
  const services = await listServices(db, accountId)
  return {
    ...definition,
    serviceIds: services.flatMap(({ id, type }) => (type === definition.serviceType ? [id] : [])),
  }
}

/**
 * The definition that a call names: itself, a built-in report's, or that of a saved report which the reader may see.
 *
 * @throws Failure `report.not_found`; `account.not_in_plan` for a built-in report of other account types, and for a
 * colleague's report where the plan has no shared ones
 */
export const findDefinition = async (
  deps: Pick<Deps, 'db'>,
  reader: Reader,
  ref: z.output<typeof DefinitionRef>,
): Promise<FoundDefinition> => {
  if ('columns' in ref) return withServices(deps, reader, ref)
  if ('builtin' in ref) return builtIn(reader, ref.builtin)
  return withServices(deps, reader, storedDefinition(await readSavedReport(deps, reader, ref.id)))
}
