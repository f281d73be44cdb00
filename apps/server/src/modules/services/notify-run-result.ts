import { DAY_MS } from '#domain/clock.ts'
import { countOf, withPeriod } from '#domain/text.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { type NewNotification, notify } from '#server/modules/notifications/index.ts'
import { findRunOfAccount, type RunResult, type RunRow, updateOpenRun } from './runs.repo.ts'
import type { ServiceRow } from './services.repo.ts'

/**
 * How a run ended. `message` is shown to the service's administrators; `result`: of a file, the sample winery or what programs sent,
 * stored at the end.
 */
export type RunEnding =
  /** `credentialsEnd`: when they expire, epoch milliseconds; null: never or unknown */
  | { readonly kind: 'succeeded'; readonly credentialsEnd: number | null; readonly result?: RunResult }
  | { readonly kind: 'cancelled' }
  /** the time limit was reached; the next run continues */
  | { readonly kind: 'interrupted' }
  /** the credentials must be entered again */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string; readonly result?: RunResult }

type SyncNotice = Pick<NewNotification, 'kind' | 'subject' | 'paragraphs' | 'link' | 'event'>

/** Days before credentials expire when administrators are notified. */
const EXPIRY_NOTICE_DAYS = [3, 14] as const

const isFailing = ({ failures, needs_attention_at }: ServiceRow): boolean => failures > 0 || needs_attention_at !== null

/** The notice about a service whose run has ended; null when its administrators were already notified. */
const syncNotice = (before: ServiceRow, ending: RunEnding): SyncNotice | null => {
  const { name } = before
  const link = { label: `Open ${name}`, path: `/admin/services/${before.id}` } as const
  switch (ending.kind) {
    case 'refused':
      if (before.needs_attention_at) return null
      return {
        kind: 'serviceNeedsAttention',
        subject: `${name} needs attention`,
        paragraphs: [
          `${name} rejected Cuvee’s credentials, so syncing has stopped. ${withPeriod(ending.message)}`,
          'Enter the credentials again. Data fetched earlier is kept.',
        ],
        link: { label: 'Enter credentials', path: `/admin/services/${before.id}/edit` },
      }
    case 'failed':
      if (isFailing(before)) return null
      return {
        kind: 'syncFailed',
        subject: `${name} couldn’t be synced`,
        paragraphs: [
          `The last sync for ${name} failed. ${withPeriod(ending.message)}`,
          before.sync_every_minutes === null
            ? 'Fix the problem, then start the sync again. Data fetched earlier is kept.'
            : 'Cuvee will keep trying and let you know when it works. Data fetched earlier is kept.',
        ],
        link,
      }
    case 'succeeded':
    case 'interrupted':
      if (!isFailing(before)) return null
      return {
        kind: 'syncRecovered',
        subject: `${name} works again`,
        paragraphs: [`${name} is syncing again. Dashboards and reports include its latest data.`],
        link,
      }
    case 'cancelled':
      return null
  }
}

/** The notice about credentials that expire soon; null before that. Sent once per stage and credentials. */
const expiryNotice = ({ id, name }: ServiceRow, ends: number, now: number): SyncNotice | null => {
  const stage = EXPIRY_NOTICE_DAYS.find((days) => ends - now <= days * DAY_MS)
  if (stage === undefined) return null
  const day = new Date(ends).toISOString().slice(0, 10)
  return {
    kind: 'credentialsExpiring',
    event: `${id} ${day} ${stage}`,
    subject: `Credentials for ${name} expire soon`,
    paragraphs: [
      `The credentials for ${name} expire on ${day}. After that, syncing stops.`,
      'Enter new credentials before then. Data fetched earlier is kept.',
    ],
    link: { label: 'Enter credentials', path: `/admin/services/${id}/edit` },
  }
}

/**
 * Notifies administrators when a service starts failing, when it recovers, and when its credentials are about to expire.
 * Repeated failures are reported once.
 */
export const notifySyncResult = async (deps: Deps, trx: Db, before: ServiceRow, ending: RunEnding): Promise<void> => {
  const ends = ending.kind === 'succeeded' ? ending.credentialsEnd : null
  const notices = [syncNotice(before, ending), ends === null ? null : expiryNotice(before, ends, deps.clock.now())]
  for (const notice of notices) {
    if (notice) await notify(deps, trx, { accountId: before.account_id, to: 'administrators', ...notice })
  }
}

/** Notifies administrators that records are skipped; again only after all of them were fixed. */
export const notifySkippedRecords = (
  deps: Deps,
  trx: Db,
  { id, name, account_id: accountId }: ServiceRow,
): Promise<void> =>
  notify(deps, trx, {
    accountId,
    to: 'administrators',
    kind: 'recordsSkipped',
    subject: `Some records from ${name} were skipped`,
    paragraphs: [
      `${name} sent records that Cuvee couldn’t use, so they aren’t in your numbers yet. All other data was synced.`,
      `Fix the records in ${name}. The next syncs pick them up automatically.`,
    ],
    link: { label: `Open ${name}`, path: `/admin/services/${id}` },
  })

/** The page of a run polls once a second; without a poll for this long the viewer has left. */
const VIEWER_TIMEOUT_MS = 10_000
/** Limits writes while the page polls. */
const RECORD_INTERVAL_MS = 3_000

/** Records that the user who started a run is still viewing it. */
export const recordRunViewed = async ({ db, clock }: Deps, run: RunRow, userId: string): Promise<void> => {
  const now = clock.now()
  const isRecorded = run.watched_at !== null && now - run.watched_at.getTime() < RECORD_INTERVAL_MS
  if (run.user_id !== userId || run.finished_at !== null || isRecorded) return
  await updateOpenRun(db, run, { watched_at: new Date(now) })
}

const hasViewerLeft = ({ watched_at, created_at }: RunRow, now: number): boolean =>
  now - (watched_at ?? created_at).getTime() > VIEWER_TIMEOUT_MS

const importNotice = ({ status, file_name, counts, errors }: RunRow) => {
  const name = file_name ?? 'The file'
  const { accepted = 0, rejected = 0 } = counts
  if (status === 'succeeded') {
    const left =
      rejected > 0
        ? ` ${countOf(rejected, 'row')} couldn’t be used and ${rejected === 1 ? 'was' : 'were'} skipped.`
        : ''
    const paragraphs = [`Imported ${countOf(accepted, 'row')} from ${name}.${left}`]
    return { kind: 'importFinished', subject: `${name} was imported`, paragraphs } as const
  }
  const [first] = errors
  const lineText = first?.line ? ` in line ${first.line}` : ''
  const reason = first ? `What’s wrong${lineText}: ${first.message}` : 'No rows were imported.'
  const paragraphs = [`No data from ${name} was imported.`, reason]
  return { kind: 'importFailed', subject: `${name} couldn’t be imported`, paragraphs } as const
}

/** Notifies the user who started an import of its result, unless they are still viewing it. */
export const notifyImportResult = async (
  deps: Deps,
  trx: Db,
  { account_id: accountId, id }: Pick<RunRow, 'account_id' | 'id'>,
): Promise<void> => {
  const run = await findRunOfAccount(trx, accountId, id)
  if (run?.kind !== 'import' || run.user_id === null || !hasViewerLeft(run, deps.clock.now())) return
  const link = { label: 'View import', path: `/admin/services/${run.service_id}/runs/${id}` } as const
  await notify(deps, trx, { accountId, to: { userIds: [run.user_id] }, link, ...importNotice(run) })
}
