import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import { type Db, unscoped } from '#server/db/database.ts'

interface Quota {
  readonly limit: number
  /** what to do about a full list */
  readonly message: string
}

const room = (limit: number, things: string): Quota => ({
  limit,
  message: `You can have up to ${limit} ${things}. Delete one to make room.`,
})

/** Rows that a user or an account can store. Lists are answered with their content, so these limits bound answers, too. */
const QUOTAS = {
  /** of a user */
  dashboards: room(200, 'dashboards'),
  /** of a user, without shared ones of others */
  savedReports: room(200, 'saved reports'),
  /** of an account */
  sharedReports: { limit: 200, message: 'Up to 200 reports can be shared. Stop sharing one to make room.' },
  /** deleted and other ones of a user, for each list with a trash */
  withTrash: { limit: 1000, message: 'Your trash is full. Items leave it 30 days after they’re deleted.' },
  /** of an account, as those that follow */
  schedules: { limit: 200, message: 'An account can have up to 200 schedules. Delete one to make room.' },
  services: { limit: 100, message: 'An account can have up to 100 services. Remove one to make room.' },
  users: { limit: 500, message: 'An account can have up to 500 users. Remove one to make room.' },
  invitations: { limit: 200, message: 'Up to 200 invitations can be open. Revoke one to make room.' },
  /** of a user within a day */
  feedback: { limit: 50, message: 'You can send feedback 50 times a day. Please try again tomorrow.' },
} as const satisfies Record<string, Quota>

/**
 * Refuses to add a row to a full list. Concurrent calls for one list wait until the transaction ends, so that they cannot exceed
 * the quota together.
 *
 * @param owner whose list it is: a user or account id
 * @param countRows counts the list's rows; called when it cannot grow anymore
 * @throws Failure `request.quota`
 */
export const assertRoom = async (
  trx: Db,
  name: keyof typeof QUOTAS,
  owner: string | number,
  countRows: () => Promise<number>,
): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quota:${name}:${owner}`}, 0))`.execute(unscoped(trx))
  const { limit, message } = QUOTAS[name]
  if ((await countRows()) >= limit) throw fail('request.quota', { values: { message } })
}
