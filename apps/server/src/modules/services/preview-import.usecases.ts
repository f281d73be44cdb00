import { customTargets, unmappedColumns } from '#connectors/csv/custom-columns.ts'
import { type Detection, detectFile } from '#connectors/csv/detect.ts'
import type { FileHead } from '#connectors/csv/detection/column-profile.ts'
import { describeProblem, type FileProblem } from '#connectors/csv/file-problem.ts'
import { importFields } from '#connectors/csv/import-fields.ts'
import { FILE_KINDS, type FileKindName, type Mapping } from '#connectors/csv/mapping.ts'
import { checkTotals, hasTotals, statedTaxPlace } from '#connectors/csv/order-totals.ts'
import { PLATFORM_EXPORTS } from '#connectors/csv/platforms.ts'
import { cellColumns, skipsZero, unpivotedHead } from '#connectors/csv/unpivot.ts'
import { fail } from '#contract/errors.ts'
import type { CustomColumn, FilePreview, ImportSettings, KindDetection } from '#contract/imports.ts'
import { toMajor } from '#domain/money.ts'
import type { OwnCode } from '#domain/own-codes.ts'
import { isColumnLabel } from '#semantic/catalog/catalog.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import type { CsvImportPlan, CsvPreview } from '#warehouse/staging.ts'
import { requireImportService, requireStagedFile } from './find-service.ts'
import { nameOtherFormat } from './other-date-format.ts'
import { findSavedSettings, type SavedSettings } from './saved-settings.repo.ts'
import { placedProblem, type StagedFile } from './staged-files.repo.ts'

/** Import settings with detected values filled in. */
interface ImportDetails {
  /** display name of the platform that the file seems to be exported from */
  readonly platform: string | null
  readonly kind: FileKindName
  readonly mapping: Mapping
  /** columns whose filled cells become a record each */
  readonly unpivot: readonly string[] | null
  /** what the file seems to be, whatever kind was asked for */
  readonly detected: Detection['detected']
  readonly plan: CsvImportPlan
  /** why the file cannot be imported with these settings; empty when it can */
  readonly problems: readonly FileProblem[]
  /** columns whose format the sample leaves open */
  readonly undecided: readonly string[]
  /** sentences about how the file's own totals are met */
  readonly notes: readonly string[]
}

const previewKey = (index: number): string => `custom_preview${index}`

/**
 * Resolves the settings of a file's import. A given mapping replaces the detected one. `keys`: of the custom fields, in the order of
 * the settings; default: keys for this call only.
 */
export const resolveImport = (
  file: StagedFile & Pick<FileHead, 'whole'>,
  settings: ImportSettings,
  currency: string,
  keys?: readonly string[],
  earlier: readonly FileProblem[] = [],
): ImportDetails => {
  const given = settings.unpivot === undefined && settings.mapping ? null : settings.unpivot
  const missing = given?.columns.find((column) => !file.columns.includes(column))
  if (missing !== undefined)
    return resolveImport(file, { ...settings, unpivot: null }, currency, keys, [absentColumn(missing)])
  const proposal = detectFile(
    file,
    settings.kind === 'auto' ? null : settings.kind,
    given === null ? null : given?.columns,
  )
  const { platform, kind, detected, unpivot } = proposal
  const head = unpivot ? unpivotedHead(file, unpivot) : file
  const mapping = settings.mapping ?? proposal.mapping
  const kept = (settings.customFields ?? []).map((one, index) => ({ ...one, key: keys?.[index] ?? previewKey(index) }))
  const own = customTargets(kind, mapping, kept)
  const { fields, problems, undecided } = importFields(head, kind, mapping, currency, own.targets)
  const plan: CsvImportPlan = {
    paths: file.paths,
    delimiter: file.delimiter,
    columns: head.columns,
    unpivot: unpivot && {
      columns: unpivot.map((column) => file.columns.indexOf(column)),
      skipsZero: skipsZero(kind),
    },
    rows: file.accepted,
    kind,
    fields,
    customFields: kept.map(({ key, record, type }) => ({ key, record, type })),
    refundIdPrefix: settings.refundIdPrefix || null,
    currency,
    tax: statedTaxPlace({ kind, mapping }) ?? 'total',
    onError: settings.onError,
  }
  const title = platform === null ? null : PLATFORM_EXPORTS[platform].title
  const all = [...earlier, ...problems, ...own.problems]
  return { platform: title, kind, mapping, unpivot, detected, plan, problems: all, undecided, notes: [] }
}

const absentColumn = (column: string): FileProblem => ({
  line: null,
  column,
  value: null,
  message: 'The file has no column with this name, selected as a column of amounts',
})

/** Names of what may be a part of an order’s total. */
const PART_OF_TOTAL = /tax|vat|gst|hst|pst|ship|freight|handling|postage|tip|gratuity|deposit|fee|surcharge|insurance/i

interface FileOfAccount {
  readonly accountId: number
  readonly file: StagedFile
  readonly currency: string
  /** keys of the custom fields, in the order of the settings */
  readonly keys?: readonly string[] | undefined
}

/**
 * Resolves the settings of a file's import like `resolveImport`. Where the sample leaves the format of a column open, every
 * row of that column is read; where orders have totals, those of all rows tell whether the prices include tax.
 */
export const resolveFile = async (
  deps: { readonly warehouse: Pick<Deps['warehouse'], 'columnForms' | 'totalEvidence'> },
  { accountId, file, currency, keys }: FileOfAccount,
  settings: ImportSettings,
): Promise<ImportDetails> => {
  const bySample = resolveImport(file, settings, currency, keys)
  const whole =
    bySample.undecided.length === 0
      ? null
      : await deps.warehouse.columnForms(accountId, bySample.plan, bySample.undecided)
  const details = whole === null ? bySample : resolveImport({ ...file, whole }, settings, currency, keys)
  if (details.problems.length > 0 || !hasTotals(details)) return details
  const unmapped = unmappedColumns(file, details.kind, details.mapping)
    .map(({ column }) => column)
    .filter((column) => PART_OF_TOTAL.test(column))
  const { problem, notes } = checkTotals(
    { ...details, unmapped },
    await deps.warehouse.totalEvidence(accountId, details.plan),
  )
  return { ...details, notes, problems: problem === null ? [] : [problem] }
}

/** Throws `service.kind_unsure` with the candidates when the kind was left to a detection that cannot tell. */
export const assertKindKnown = ({ kind }: ImportSettings, { detected }: ImportDetails): void => {
  if (kind !== 'auto' || detected.certainty !== 'unsure') return
  const candidates = [detected.kind, ...(detected.runnerUp ? [detected.runnerUp.kind] : [])]
  const kinds = candidates.map((one) => `${FILE_KINDS[one].label} (${one})`).join(' or ')
  throw fail('service.kind_unsure', { field: 'kind', values: { kinds } })
}

const MAX_PROBLEMS = 100

/** A label that no standard column of the record has. */
const withFreeLabel = (column: CustomColumn): CustomColumn => {
  const label = isColumnLabel(column.record, column.label) ? `${column.label.slice(0, 50)} (file)` : column.label
  return { ...column, label }
}

interface PreviewRequest extends ImportSettings {
  readonly id: string
  readonly fileId: string
  /** propose the settings of an earlier import of a file with the same columns */
  readonly reuse: boolean
  /** of this import */
  readonly reuseRun?: string | undefined
}

const ORDER_KINDS: readonly FileKindName[] = ['orders', 'order_lines']

/** The plan with the standard codes of the account's own codes, which the loader gives to orders in any case. */
const withOwnCodes = (plan: CsvImportPlan, ownCodes: readonly OwnCode[]): CsvImportPlan => {
  if (!ORDER_KINDS.includes(plan.kind)) return plan
  const fields = Object.entries(plan.fields).map(([name, source]) => {
    const written = ownCodes
      .filter(({ list }) => list === name && list !== 'itemKind')
      .flatMap(({ values, parent }) => values.map((value) => [value.toLowerCase(), parent]))
    return [name, { ...source, codes: { ...source.codes, ...Object.fromEntries(written) } }]
  })
  return { ...plan, fields: Object.fromEntries(fields) }
}

const askedColumns = ({ fields, columns }: CsvImportPlan, problems: readonly FileProblem[]): CsvImportPlan['asked'] =>
  Object.fromEntries(
    problems.flatMap(({ field, column, answers }) => {
      const index = column === null ? -1 : columns.indexOf(column)
      return field === undefined || answers === undefined || index < 0 || fields[field] ? [] : [[field, index]]
    }),
  )

/** Previews an import. Problems of the mapping come first, then those of rows in file order. */
export const previewFile = async (
  deps: Deps,
  { accountId, account }: Pick<Caller, 'accountId' | 'account'>,
  request: PreviewRequest,
): Promise<FilePreview> => {
  const { id: serviceId, fileId } = request
  await requireImportService(deps, accountId, serviceId)
  const { file } = await requireStagedFile(deps, { accountId, serviceId, fileId, table: request.table })
  const asksForProposal = request.reuse && request.kind === 'auto' && request.mapping === undefined
  const { customFields } = account
  const saved = asksForProposal
    ? await findSavedSettings(deps.db, { accountId, columns: file.columns, customFields, run: request.reuseRun })
    : null
  const settings = saved ? { ...request, ...saved.settings } : request
  const { platform, kind, mapping, unpivot, detected, plan, problems, notes } = await resolveFile(
    deps,
    { accountId, file, currency: account.currency },
    settings,
  )
  const shown = { ...withOwnCodes(plan, account.ownCodes), asked: askedColumns(plan, problems) }
  const read = await deps.warehouse.previewFile(accountId, shown)
  const cellProblems = read.problems.map((problem) => nameOtherFormat(problem, plan))
  const rowProblems = [...file.problems, ...cellProblems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  const allProblems = [...problems, ...rowProblems].slice(0, MAX_PROBLEMS)
  return {
    platform,
    kind,
    detection: presentDetection(detected),
    saved: saved && presentSaved(saved),
    columns: [...plan.columns],
    unpivot: unpivot && { columns: [...unpivot], ...cellColumns(file.columns) },
    fields: FILE_KINDS[kind].fields.map(({ name, label, required, type, description, codes }) => ({
      name,
      label,
      required,
      type,
      description,
      codes: codes && [...new Set([...Object.values(codes), OTHER_CODE])],
    })),
    values: presentValues(read.values, account.currency),
    mapping: { ...mapping },
    rows: read.rows.map((row) => ({ ...row })),
    spans: { ...read.spans },
    notes: [...file.notes, ...notes, ...read.remarks.map((remark) => describeProblem(placedProblem(remark, file)))],
    tables: [...file.tables],
    tablesRead: file.readTables.map(({ name }) => name),
    problems: allProblems.map((problem) => placedProblem(problem, file)),
    unmapped: unmappedColumns(file, kind, mapping)
      .filter(({ column }) => !unpivot?.includes(column))
      .map(withFreeLabel),
  }
}

/** What every code field makes of a value that it does not know. */
const OTHER_CODE = 'other'

const presentValues = (values: CsvPreview['values'], currency: string): FilePreview['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([field, list]) => [
      field,
      list.map((one) => ({ ...one, amount: one.amount === null ? null : toMajor(one.amount, currency) })),
    ]),
  )

const presentSaved = ({ fileName, importedAt, settings }: SavedSettings): NonNullable<FilePreview['saved']> => ({
  fileName,
  importedUtc: importedAt.toISOString(),
  onError: settings.onError,
  refundIdPrefix: settings.refundIdPrefix ?? '',
  customFields: [...(settings.customFields ?? [])],
})

const presentDetection = ({ kind, certainty, reasons, runnerUp }: Detection['detected']): KindDetection => ({
  kind,
  certainty,
  reasons: [...reasons],
  runnerUp: runnerUp && { kind: runnerUp.kind, reasons: [...runnerUp.reasons] },
})
