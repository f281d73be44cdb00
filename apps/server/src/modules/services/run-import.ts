import { join } from 'node:path'
import type { ImportSettings } from '#contract/imports.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import type { Deps } from '#server/deps.ts'
import type { LoadOutcome } from '#warehouse/engine.ts'
import type { CsvStaged } from '#warehouse/staging.ts'
import { describeConflict } from './describe-conflict.ts'
import { findAccountLocale, findCustomFields } from './find-service.ts'
import { readImportRequest } from './import-request.ts'
import { nameOtherFormat } from './other-date-format.ts'
import { resolveFile } from './preview-import.usecases.ts'
import type { RunWatch } from './run-watch.ts'
import { failedRun, MAX_RUN_ERRORS, type RunResult, type RunRow, updateOpenRun } from './runs.repo.ts'
import { placedProblem, readStagedFile, type StagedFile } from './staged-files.repo.ts'
import { withRunLoad } from './with-run-load.ts'

/** Loads a staged file: all rows, only the valid rows, or nothing, depending on the run's settings. */
export const runImport = async (
  deps: Deps,
  run: Pick<RunRow, 'id' | 'account_id' | 'service_id' | 'file_id' | 'request'>,
  watch: RunWatch,
): Promise<RunResult> => {
  const { account_id: accountId, service_id: serviceId } = run
  const staging = await deps.warehouse.stagingFolder(accountId)
  const { settings, keys } = readImportRequest(run.request, await findCustomFields(deps, accountId))
  const file = run.file_id ? await readStagedFile(join(staging, run.file_id), settings.table) : null
  if (!file) return failedRun('The uploaded file no longer exists. Upload it again')
  const { currency, timeZone } = await findAccountLocale(deps, accountId)
  const { plan, problems } = await resolveFile(deps, { accountId, file, currency, keys }, settings)
  if (problems.length > 0) return { status: 'failed', counts: {}, errors: [...problems] }
  const total = plan.rows
  const options = { timeZone, mode: 'merge', expectedRows: total, signal: watch.signal } as const
  return withRunLoad(deps, run, options, async (load) => {
    await watch.report({ stream: plan.kind, done: 0, total })
    const onProgress = (done: number) => watch.report({ stream: plan.kind, done, total })
    const read = await load.stageFile({ plan, serviceId, onProgress })
    const staged = { ...read, problems: read.problems.map((problem) => nameOtherFormat(problem, plan)) }
    const rejection = refused(file, staged, plan.onError)
    if (rejection) return rejection
    const conflicts = settings.conflicts === 'refuse' ? await load.conflictingOrders() : null
    if (conflicts) return failedRun(describeConflict(conflicts))
    const controlTotals = await load.controlTotals()
    await updateOpenRun(deps.db, run, { control_totals: JSON.stringify(controlTotals) })
    await watch.report({ stream: 'saving', done: total, total })
    const stored: ControlTotals[] = []
    const outcome = await load.commit((totals) => stored.push(totals))
    await updateOpenRun(deps.db, run, { stored_totals: JSON.stringify(stored[0] ?? null) })
    return { ...succeeded(file, staged, outcome), controlTotals }
  })
}

const countsOf = (file: StagedFile, staged: CsvStaged) => ({
  read: file.rows,
  accepted: staged.accepted,
  rejected: file.rejected + staged.rejected,
})

const toRunErrors = (file: StagedFile, staged: CsvStaged) =>
  [...file.problems, ...staged.problems]
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .slice(0, MAX_RUN_ERRORS)
    .map((problem) => placedProblem(problem, file))

const refused = (file: StagedFile, staged: CsvStaged, onError: ImportSettings['onError']): RunResult | null => {
  const counts = countsOf(file, staged)
  const isRefused = (onError === 'abort' && counts.rejected > 0) || counts.accepted === 0
  return isRefused ? { status: 'failed', counts, errors: toRunErrors(file, staged) } : null
}

const succeeded = (file: StagedFile, staged: CsvStaged, outcome: LoadOutcome): RunResult => ({
  status: 'succeeded',
  counts: { ...countsOf(file, staged), ...outcome.counts },
  errors: toRunErrors(file, staged),
})
