import type { z } from 'zod'
import { fail, failFields } from '#contract/errors.ts'
import type { DefinitionRef, ReportDefinition } from '#contract/report-definition.ts'
import { findBuiltInReport } from '#reports/built-in-reports.ts'
import type { FoundDefinition } from '#reports/kit/resolve-report.ts'
import { InvalidQuery } from '#semantic/query.ts'
import type { Deps } from '#server/deps.ts'
import { assertPlan } from '#server/http/access.ts'
import { assertService, type Reader, readSavedReport, storedDefinition } from '#server/modules/saved-reports/index.ts'
import { listServices } from '#server/modules/services/index.ts'

const findBuiltInDefinition = (reader: Reader, slug: string): ReportDefinition => {
  const report = findBuiltInReport(slug)
  if (report === null) throw fail('report.not_found')
  if (report.accountTypes !== null) assertPlan(reader, report.accountTypes)
  return report.definition
}

/**
 * Limits a report for one platform to the account's services of that type. Errors: `report.invalid` naming `serviceId` when the
 * account has no such service.
 */
export const resolveServices = async (
  { db }: Deps,
  { accountId }: Pick<Reader, 'accountId'>,
  definition: ReportDefinition,
): Promise<FoundDefinition> => {
  const { serviceType, serviceId } = definition
  if (serviceType === null && serviceId === null) return definition
  const services = await listServices(db, accountId)
  assertService(services, definition)
  if (serviceType === null) return definition
  return {
    ...definition,
    serviceIds: services.flatMap(({ id, type }) => (type === serviceType ? [id] : [])),
  }
}

/**
 * The definition that a request names: an inline one, a built-in report's, or that of a saved report which the reader may see.
 *
 * @throws Failure `report.not_found`; `account.not_in_plan` for a built-in report of other account types, and for a
 * colleague's report where the plan has no shared ones
 */
export const findDefinition = async (
  deps: Deps,
  reader: Reader,
  ref: z.output<typeof DefinitionRef>,
): Promise<FoundDefinition> => {
  if ('columns' in ref) return resolveServices(deps, reader, ref)
  if ('builtin' in ref) return findBuiltInDefinition(reader, ref.builtin)
  return resolveServices(deps, reader, storedDefinition(await readSavedReport(deps, reader, ref.id)))
}

/** Converts an `InvalidQuery` into a 400 response that names the fields. */
export const rejectInvalidQueries = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof InvalidQuery ? failFields('report.invalid', error.problems) : error
  }
}
