import type { DashboardColleague, DashboardSharing, SharingInput } from '#contract/dashboard-sharing.ts'
import { assertFound, failFields } from '#contract/errors.ts'
import { type Db, inSnapshot, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { notify } from '#server/modules/notifications/index.ts'
import { fullName } from '#server/modules/users/index.ts'
import { type DashboardRow, findOwnDashboard, lockOwnDashboard, updateDashboard } from './dashboards.repo.ts'
import { listColleagues, replaceShares } from './sharing.repo.ts'

const presentSharing = async (db: Db, dashboard: DashboardRow): Promise<DashboardSharing> => {
  const colleagues = (await listColleagues(db, dashboard)).map(
    (row): DashboardColleague => ({
      userId: row.id,
      name: fullName(row),
      email: row.email,
      access: row.can_edit === null ? null : row.can_edit ? 'edit' : 'view',
    }),
  )
  return { isPublic: dashboard.is_public, colleagues }
}

/** Who can open an own dashboard. Errors: `dashboard.not_found`. */
export const readSharing = ({ db }: Deps, caller: Caller, slug: string): Promise<DashboardSharing> =>
  inSnapshot(db, async (snapshot) => {
    const dashboard = assertFound(await findOwnDashboard(snapshot, caller, slug), 'dashboard.not_found')
    return presentSharing(snapshot, dashboard)
  })

const assertColleagues = ({ people }: SharingInput, colleagues: readonly DashboardColleague[]): void => {
  const known = new Set(colleagues.map(({ userId }) => userId))
  const seen = new Set<string>()
  const problems = people.flatMap(({ userId }, index) => {
    const field = `body.people[${index}].userId`
    if (!known.has(userId)) return [{ field, message: 'This person is not a colleague in this account' }]
    if (seen.has(userId)) return [{ field, message: 'This person is listed twice' }]
    seen.add(userId)
    return []
  })
  if (problems.length > 0) throw failFields('request.invalid', problems)
}

/** Notifies people who did not have access of their own before. */
const notifyAdded = async (
  deps: Deps,
  trx: Db,
  { caller, dashboard, added }: { caller: Caller; dashboard: DashboardRow; added: readonly string[] },
): Promise<void> => {
  if (added.length === 0) return
  const self = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where((eb) => eb.and({ account_id: caller.accountId, id: caller.userId }))
    .executeTakeFirstOrThrow()
  await notify(deps, trx, {
    accountId: caller.accountId,
    kind: 'dashboardShared',
    to: { userIds: added },
    subject: `${fullName(self)} shared ${dashboard.name} with you`,
    paragraphs: [`You can now open the dashboard ${dashboard.name}.`],
    link: { label: 'Open dashboard', path: `/dashboard/${dashboard.id}` },
  })
}

/**
 * Replaces who can open an own dashboard, and notifies the people who were added.
 *
 * @throws Failure `dashboard.not_found`, `request.invalid` naming each person who is no colleague
 */
export const saveSharing = (deps: Deps, caller: Caller, slug: string, input: SharingInput): Promise<DashboardSharing> =>
  inTransaction(deps.db, async (trx) => {
    const dashboard = assertFound(await lockOwnDashboard(trx, caller, slug), 'dashboard.not_found')
    const { colleagues } = await presentSharing(trx, dashboard)
    assertColleagues(input, colleagues)
    const at = new Date(deps.clock.now())
    const shares = input.people.map(({ userId, access }) => ({ userId, canEdit: access === 'edit' }))
    await replaceShares(trx, dashboard, shares, at)
    const saved = await updateDashboard(trx, dashboard, { is_public: input.isPublic })
    const hadAccess = new Set(colleagues.flatMap(({ userId, access }) => (access === null ? [] : [userId])))
    const added = input.people.flatMap(({ userId }) => (hadAccess.has(userId) ? [] : [userId]))
    await notifyAdded(deps, trx, { caller, dashboard, added })
    return presentSharing(trx, saved)
  })
