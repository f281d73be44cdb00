import { fail } from '#contract/errors.ts'
import type { ChangedUser } from '#contract/users.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { changePassword } from '#server/modules/auth/index.ts'
import { presentUser, updateUser } from '#server/modules/users/index.ts'
import { changeProfile, type Profile, readProfile } from './profile.usecases.ts'
import { listUsers, searchUsers } from './team.repo.ts'
import { canReadUser } from './team-change.ts'
import type { userAccessRoutes } from './user-access.routes.ts'
import { addUser, changeRoles, removeUser } from './users.usecases.ts'

const { users } = signedIn

export const presentProfile = ({ user, pendingEmail }: Profile): ChangedUser => ({ ...presentUser(user), pendingEmail })

/** User routes except of access, and of the photo, which the pictures module serves. */
export const usersRoutes: Omit<RoutesOf<'users'>, 'setPhoto' | 'removePhoto' | keyof typeof userAccessRoutes> = {
  list: users.list.handler(async ({ context: { caller, deps } }) => {
    const rows = await listUsers(deps.db, caller.accountId)
    return rows.filter(({ id }) => canReadUser(caller, id)).map(presentUser)
  }),
  search: users.search.handler(async ({ input, context: { caller, deps } }) => {
    const rows = await searchUsers(deps.db, caller.accountId, input.query)
    return rows.map(presentUser)
  }),
  get: users.get.handler(async ({ input, context: { caller, deps } }) =>
    presentProfile(await readProfile(deps, caller, input.id)),
  ),
  update: users.update.handler(async ({ input, context: { caller, call, deps } }) =>
    presentProfile(await changeProfile(deps, call, caller, input)),
  ),
  remove: users.remove.handler(({ input, context: { caller, call, deps } }) =>
    removeUser(deps, call, caller, input.id),
  ),
  create: users.create.handler(async ({ input, context: { caller, call, deps } }) =>
    presentUser(await addUser(deps, call, caller, input)),
  ),
  updateRole: users.updateRole.handler(async ({ input, context: { caller, call, deps } }) =>
    presentUser(await changeRoles(deps, call, caller, input)),
  ),
  setTheme: users.setTheme.handler(async ({ input, context: { caller, deps } }) => {
    const user = await updateUser(deps.db, caller, { theme: input.theme })
    if (!user) throw fail('user.not_found')
    return presentUser(user)
  }),
  changePassword: users.changePassword.handler(({ input, context: { caller, call, deps } }) =>
    changePassword(deps, call, caller, input),
  ),
}
