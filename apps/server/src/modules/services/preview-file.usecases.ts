import { FILE_KINDS } from '#connectors/csv/kinds.ts'
import type { FilePreview, ImportSettings } from '#contract/services.ts'
import type { Deps } from '#server/deps.ts'
import { previewCsv } from '#warehouse/duckdb/csv/preview-csv.ts'
import { accountMoney } from './account-money.ts'
import { settleImport } from './file-settings.ts'
import { demandFileService, demandStagedFile } from './find-service.ts'

const MAX_PROBLEMS = 100

interface PreviewRequest extends ImportSettings {
  readonly id: string
  readonly fileId: string
}

/** What an import with these settings would do. Problems of the mapping come first, then rows in the order of the file. */
export const previewFile = async (deps: Deps, accountId: number, request: PreviewRequest): Promise<FilePreview> => {
  const { id: serviceId, fileId } = request
  await demandFileService(deps, accountId, serviceId)
  const { file } = await demandStagedFile(deps, { accountId, serviceId, fileId })
  const { currency } = await accountMoney(deps, accountId)
  const { platform, kind, mapping, plan, problems } = settleImport(file, request, currency)
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
