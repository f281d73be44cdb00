import { ReportDefinition } from '#contract/report-definition.ts'
import type { StoredDefinition } from '#server/db/column-types.ts'

/** The definition for a query; fields added after it was stored get their defaults. */
export const storedReport = ({
  definition,
  name = '',
}: {
  readonly definition: StoredDefinition
  readonly name?: string
}): ReportDefinition => ReportDefinition.parse({ ...definition, name })
