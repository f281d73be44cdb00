import { type Detection, detectFile } from '#connectors/csv/detect.ts'
import type { FileProblem } from '#connectors/csv/file-problem.ts'
import { importFields } from '#connectors/csv/import-fields.ts'
import type { FileKindName } from '#connectors/csv/kinds.ts'
import type { Mapping } from '#connectors/csv/mapping.ts'
import { PLATFORM_EXPORTS } from '#connectors/csv/platforms.ts'
import type { ImportSettings } from '#contract/services.ts'
import type { CsvImportPlan } from '#warehouse/duckdb/csv/import-plan.ts'
import type { StagedFile } from './staged-file.ts'

/** Settings of an import with everything that was left to detection filled in. */
export interface SettledImport {
  /** whose export the file looks like, as shown to people */
  readonly platform: string | null
  readonly kind: FileKindName
  readonly mapping: Mapping
  readonly plan: CsvImportPlan
  /** why the file cannot be imported with these settings; empty when it can */
  readonly problems: readonly FileProblem[]
}

/** What an import of the file with these settings would read. A mapping that is given counts as it is. */
export const settleImport = (file: StagedFile, settings: ImportSettings, currency: string): SettledImport => {
  const detected: Detection = detectFile(file, settings.kind === 'auto' ? null : settings.kind)
  const { platform, kind } = detected
  const mapping = settings.mapping ?? detected.mapping
  const { fields, problems } = importFields(file, kind, mapping)
  const plan: CsvImportPlan = {
    paths: file.paths,
    delimiter: file.delimiter,
    columns: file.columns,
    rows: file.accepted,
    kind,
    fields,
    refundIdPrefix: settings.refundIdPrefix || null,
    currency,
    onError: settings.onError,
  }
  return { platform: platform === null ? null : PLATFORM_EXPORTS[platform].title, kind, mapping, plan, problems }
}
