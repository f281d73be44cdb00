import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import { MAX_SEGMENTS } from '#domain/segments.ts'
import { type Db, unscoped } from '#server/db/database.ts'

interface Quota {
  /** concurrent calls for lists of one name and owner wait for each other; default: the quota's name */
  readonly list?: string
  readonly limit: number
  /** what to do about a full list */
  readonly message: string
}

const room = (limit: number, things: string): Quota => ({
  limit,
  message: `You can have up to ${limit} ${things}. Delete one to make room.`,
})

const received = (list: string, limit: number, things: string): Quota => ({
  list,
  limit,
  message: `Shared ${things} of a removed user are transferred, and their new owner can have up to ${limit}. Delete some to make room.`,
})

/** Rows that a user or an account can store. Lists are answered with their content, so these limits bound answers, too. */
const QUOTAS = {
  /** of a user */
  dashboards: room(200, 'dashboards'),
  /** of the user who receives those of a removed user */
  receivedDashboards: received('dashboards', 200, 'dashboards'),
  receivedReports: received('savedReports', 200, 'saved reports'),
  receivedAlerts: received('alerts', 100, 'alerts'),
  /** of a user, without shared ones of others */
  savedReports: room(200, 'saved reports'),
  /** of an account */
  sharedReports: { limit: 200, message: 'Up to 200 reports can be shared. Stop sharing one to make room.' },
  /** of a user */
  alerts: room(100, 'alerts'),
  /** deleted and other ones of a user, for each list with a trash */
  withTrash: { limit: 1000, message: 'Your trash is full. Items leave it 30 days after they’re deleted.' },
  /** of a user */
  personalKeys: { limit: 50, message: 'You can have up to 50 personal API keys. Revoke one to make room.' },
  /** of an account */
  serviceKeys: { limit: 50, message: 'An account can have up to 50 service keys. Revoke one to make room.' },
  /** of a user */
  passkeys: { limit: 20, message: 'You can have up to 20 passkeys. Remove one to make room.' },
  pinnedQuestions: { limit: 50, message: 'You can pin up to 50 questions. Unpin one to make room.' },
  /** of a dashboard */
  viewLinks: { limit: 20, message: 'A dashboard can have up to 20 view links. Revoke one to make room.' },
  /** of a report */
  reportLinks: { limit: 20, message: 'A report can have up to 20 live links. Revoke one to make room.' },
  /** of a member on the save list */
  saveSteps: room(100, 'steps logged for a member'),
  /** of an account, as those that follow */
  segments: {
    limit: MAX_SEGMENTS,
    message: `An account can have up to ${MAX_SEGMENTS} segments. Delete one to make room.`,
  },
  schedules: { limit: 200, message: 'An account can have up to 200 schedules. Delete one to make room.' },
  plans: { limit: 60, message: 'An account can have up to 60 versions of plans. Delete one to make room.' },
  calendarNotes: { limit: 2000, message: 'An account can have up to 2,000 calendar notes. Delete one to make room.' },
  releasePlans: { limit: 2000, message: 'An account can keep up to 2,000 release plans. Delete one to make room.' },
  services: { limit: 100, message: 'An account can have up to 100 services. Remove one to make room.' },
  users: { limit: 500, message: 'An account can have up to 500 users. Remove one to make room.' },
  /** as `users`, for a person who joins */
  joiningUsers: {
    list: 'users',
    limit: 500,
    message:
      'This account already has 500 users. Ask the person who invited you to make room, then open the link again.',
  },
  /** as `users`, for a person at their first single sign-on */
  signedOnUsers: {
    list: 'users',
    limit: 500,
    message: 'This account already has 500 users. Ask an administrator to make room, then sign in again.',
  },
  signOnDomains: { limit: 50, message: 'You can have up to 50 domains. Remove one to make room.' },
  webhooks: room(20, 'webhooks'),
  invitations: { limit: 200, message: 'Up to 200 invitations can be open. Revoke one to make room.' },
  /** of a user within a day */
  feedback: { limit: 50, message: 'You can send feedback 50 times a day. Please try again tomorrow.' },
} as const satisfies Record<string, Quota>

/**
 * Refuses to add rows to a list that has no room for them. Concurrent calls for one list wait until the transaction ends, so that they cannot exceed
 * the quota together.
 *
 * @param owner whose list it is: a user or account id
 * @param countRows counts the list's rows; called when it cannot grow anymore
 * @param added rows to be added
 * @throws Failure `request.quota`
 */
export const assertRoom = async (
  trx: Db,
  name: keyof typeof QUOTAS,
  owner: string | number,
  countRows: () => Promise<number>,
  added = 1,
): Promise<void> => {
  const { list = name, limit, message }: Quota = QUOTAS[name]
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quota:${list}:${owner}`}, 0))`.execute(unscoped(trx))
  if ((await countRows()) + added > limit) throw fail('request.quota', { values: { message } })
}
