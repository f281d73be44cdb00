import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { type NewNotification, notify } from '#server/modules/notifications/notify.ts'
import type { ServiceRow } from '../services.repo.ts'
import type { SyncEnding } from './sync-ending.ts'

type News = Pick<NewNotification, 'kind' | 'subject' | 'paragraphs' | 'link' | 'event'>

const DAY_MS = 86_400_000
/** Days before credentials end at which somebody is told. */
const EXPIRY_STAGES = [3, 14] as const

/** Messages of platforms and failures come without an end. */
const asSentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`)

const hasFailed = ({ failures, needs_attention_at }: ServiceRow): boolean => failures > 0 || needs_attention_at !== null

/** What is new about a service whose run has ended; null when its administrators know already. */
const newsOf = (before: ServiceRow, ending: SyncEnding): News | null => {
  const { name } = before
  const link = { label: `Open ${name}`, path: `/admin/services/${before.id}` } as const
  switch (ending.kind) {
    case 'refused':
      if (before.needs_attention_at) return null
      return {
        kind: 'serviceNeedsAttention',
        subject: `${name} needs attention`,
        paragraphs: [
          `${name} rejected Cuvee’s credentials, so syncing has stopped. ${asSentence(ending.message)}`,
          'Enter the credentials again. Data fetched earlier is kept.',
        ],
        link: { label: 'Enter credentials', path: `/admin/services/${before.id}/edit` },
      }
    case 'failed':
      if (hasFailed(before)) return null
      return {
        kind: 'syncFailed',
        subject: `${name} couldn’t be synced`,
        paragraphs: [
          `The last sync for ${name} failed. ${asSentence(ending.message)}`,
          before.sync_every_minutes === null
            ? 'Fix the problem, then start the sync again. Data fetched earlier is kept.'
            : 'Cuvee will keep trying and let you know when it works. Data fetched earlier is kept.',
        ],
        link,
      }
    case 'succeeded':
    case 'interrupted':
      if (!hasFailed(before)) return null
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

/** Credentials that end soon; null while there is time. Of each stage it is told once, until they are others. */
const expiryNews = ({ id, name }: ServiceRow, ends: number, now: number): News | null => {
  const stage = EXPIRY_STAGES.find((days) => ends - now <= days * DAY_MS)
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
 * Tells administrators when a service stops working and when it works again, once each however often it fails between; and
 * when its credentials are about to end.
 */
export const tellOfSync = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'mailer' | 'publicUrl'>,
  trx: Db,
  before: ServiceRow,
  ending: SyncEnding,
): Promise<void> => {
  const ends = ending.kind === 'succeeded' ? ending.credentialsEnd : null
  const all = [newsOf(before, ending), ends === null ? null : expiryNews(before, ends, deps.clock.now())]
  for (const news of all) {
    if (news) await notify(deps, trx, { accountId: before.account_id, to: 'administrators', ...news })
  }
}
