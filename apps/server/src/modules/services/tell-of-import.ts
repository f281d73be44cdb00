import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import { findRunOfAccount, type RunRow, updateOpenRun } from './runs.repo.ts'

/** The page of a run asks once a second; who has not asked for so long has left it. */
const LEFT_AFTER_MS = 10_000
/** Not every look is worth a write. */
const NOTE_EVERY_MS = 3_000

/** Keeps that the user who started a run still watches it. */
export const noteWatched = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  run: RunRow,
  userId: string,
): Promise<void> => {
  const now = clock.now()
  const isNoted = run.watched_at !== null && now - run.watched_at.getTime() < NOTE_EVERY_MS
  if (run.user_id !== userId || run.finished_at !== null || isNoted) return
  await updateOpenRun(db, run, { watched_at: new Date(now) })
}

const isLeft = ({ watched_at, created_at }: RunRow, now: number): boolean =>
  now - (watched_at ?? created_at).getTime() > LEFT_AFTER_MS

const rows = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`

const wordsOf = ({ status, file_name, counts, errors }: RunRow) => {
  const name = file_name ?? 'The file'
  const { accepted = 0, rejected = 0 } = counts
  if (status === 'succeeded') {
    const left =
      rejected > 0 ? ` ${rows(rejected)} couldn’t be used and ${rejected === 1 ? 'was' : 'were'} skipped.` : ''
    const paragraphs = [`${rows(accepted)} from ${name} were imported.${left}`]
    return { kind: 'importFinished', subject: `${name} was imported`, paragraphs } as const
  }
  const [first] = errors
  const place = first?.line ? ` in line ${first.line}` : ''
  const reason = first ? `What’s wrong${place}: ${first.message}` : 'No rows were imported.'
  const paragraphs = [`No data from ${name} was imported.`, reason]
  return { kind: 'importFailed', subject: `${name} couldn’t be imported`, paragraphs } as const
}

/** Tells who started an import how it ended, if they did not wait for it. */
export const tellOfImport = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'mailer' | 'publicUrl'>,
  trx: Db,
  { account_id: accountId, id }: Pick<RunRow, 'account_id' | 'id'>,
): Promise<void> => {
  const run = await findRunOfAccount(trx, accountId, id)
  if (run?.kind !== 'import' || run.user_id === null || !isLeft(run, deps.clock.now())) return
  const link = { label: 'View import', path: `/admin/services/${run.service_id}/runs/${id}` } as const
  await notify(deps, trx, { accountId, to: { userIds: [run.user_id] }, link, ...wordsOf(run) })
}
