import { type Detection, detectFile } from '#connectors/csv/detect.ts'
import type { FileProblem } from '#connectors/csv/file-problem.ts'
import { importFields } from '#connectors/csv/import-fields.ts'
import type { Mapping } from '#connectors/csv/mapping.ts'
import { FILE_KINDS, type FileKindName } from '#connectors/csv/mapping.ts'
import { PLATFORM_EXPORTS } from '#connectors/csv/platforms.ts'
import type { FilePreview, ImportSettings } from '#contract/services.ts'
import type { Deps } from '#server/deps.ts'
import type { CsvImportPlan } from '#warehouse/duckdb/csv/import-plan.ts'
import { previewCsv } from '#warehouse/duckdb/csv/preview-csv.ts'
import { findAccountLocale, requireFileService, requireStagedFile } from './find-service.ts'
import type { StagedFile } from './staged-files.repo.ts'

/** Settings of an import with everything that was left to detection filled in. */
interface ImportDetails {
  /** whose export the file looks like, as shown to people */
  readonly platform: string | null
  readonly kind: FileKindName
  readonly mapping: Mapping
  readonly plan: CsvImportPlan
  /** why the file cannot be imported with these settings; empty when it can */
  readonly problems: readonly FileProblem[]
}

/** What an import of the file with these settings would read. A mapping that is given counts as it is. */
export const resolveImport = (file: StagedFile, settings: ImportSettings, currency: string): ImportDetails => {
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

const MAX_PROBLEMS = 100

interface PreviewRequest extends ImportSettings {
  readonly id: string
  readonly fileId: string
}

/** What an import with these settings would do. Problems of the mapping come first, then rows in the order of the file. */
export const previewFile = async (
  deps: Pick<Deps, 'db' | 'warehouse'>,
  accountId: number,
  request: PreviewRequest,
): Promise<FilePreview> => {
  const { id: serviceId, fileId } = request
  await requireFileService(deps, accountId, serviceId)
  const { file } = await requireStagedFile(deps, { accountId, serviceId, fileId })
  const { currency } = await findAccountLocale(deps, accountId)
  const { platform, kind, mapping, plan, problems } = resolveImport(file, request, currency)
  const read = await deps.warehouse.withConnection(accountId, (connection) => previewCsv(connection, plan))
  const ofRows = [...file.problems, ...read.problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  return {
    platform,
    kind,
    columns: [...file.columns],
    fields: FILE_KINDS[kind].fields.map(({ name, label, required, type, description }) => ({
      name,
      label,
      required,
      type,
      description,
    })),
    mapping: { ...mapping },
    rows: read.rows.map((row) => ({ ...row })),
    problems: [...problems, ...ofRows].slice(0, MAX_PROBLEMS),
  }
}
