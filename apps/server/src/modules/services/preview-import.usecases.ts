import { type Detection, detectFile } from '#connectors/csv/detect.ts'
import type { FileProblem } from '#connectors/csv/file-problem.ts'
import { importFields } from '#connectors/csv/import-fields.ts'
import { FILE_KINDS, type FileKindName, type Mapping } from '#connectors/csv/mapping.ts'

import { PLATFORM_EXPORTS } from '#connectors/csv/platforms.ts'
import type { FilePreview, ImportSettings } from '#contract/imports.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import type { CsvImportPlan } from '#warehouse/duckdb/csv/import-plan.ts'
import { previewCsv } from '#warehouse/duckdb/csv/preview-csv.ts'
import { requireFileService, requireStagedFile } from './find-service.ts'
import type { StagedFile } from './staged-files.repo.ts'

/** Import settings with detected values filled in. */
interface ImportDetails {
  /** display name of the platform that the file seems to be exported from */
  readonly platform: string | null
  readonly kind: FileKindName
  readonly mapping: Mapping
  readonly plan: CsvImportPlan
  /** why the file cannot be imported with these settings; empty when it can */
  readonly problems: readonly FileProblem[]
}

/** Resolves the settings of a file's import. A given mapping replaces the detected one. */
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

/** Previews an import. Problems of the mapping come first, then those of rows in file order. */
export const previewFile = async (
  deps: Pick<Deps, 'db' | 'warehouse'>,
  { accountId, account }: Pick<Caller, 'accountId' | 'account'>,
  request: PreviewRequest,
): Promise<FilePreview> => {
  const { id: serviceId, fileId } = request
  await requireFileService(deps, accountId, serviceId)
  const { file } = await requireStagedFile(deps, { accountId, serviceId, fileId })
  const { platform, kind, mapping, plan, problems } = resolveImport(file, request, account.currency)
  const read = await deps.warehouse.withConnection(accountId, (connection) => previewCsv(connection, plan))
  const rowProblems = [...file.problems, ...read.problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
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
    problems: [...problems, ...rowProblems].slice(0, MAX_PROBLEMS),
  }
}
