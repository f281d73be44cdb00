import type { ChangedUser } from '#contract/users.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { changePassword } from '#server/modules/auth/index.ts'
import { presentUser } from '#server/modules/users/index.ts'
import { changeProfile, changeTheme, type Profile, readProfile } from './profile.usecases.ts'
import type { userAccessRoutes } from './user-access.routes.ts'
import { addUser, changeRoles, findUsers, readUsers, removeUser } from './users.usecases.ts'

const { users } = signedIn

const presentProfile = ({ user, pendingEmail }: Profile): ChangedUser => ({ ...presentUser(user), pendingEmail })

/** User routes except of access, and of the photo, which the pictures module serves. */
export const usersRoutes: Omit<RoutesOf<'users'>, 'setPhoto' | 'removePhoto' | keyof typeof userAccessRoutes> = {
  list: users.list.handler(async ({ context: { caller, deps } }) => (await readUsers(deps, caller)).map(presentUser)),
  search: users.search.handler(async ({ input, context: { caller, deps } }) =>
    (await findUsers(deps, caller.accountId, input.query)).map(presentUser),
  ),
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
  setTheme: users.setTheme.handler(async ({ input, context: { caller, deps } }) =>
    presentUser(await changeTheme(deps, caller, input.theme)),
  ),
  changePassword: users.changePassword.handler(({ input, context: { caller, call, deps } }) =>
    changePassword(deps, call, caller, input),
  ),
}
