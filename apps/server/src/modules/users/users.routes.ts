import { fail } from '#contract/errors.ts'
import { signedIn } from '#server/http/implement.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { photoRoutes } from '#server/modules/pictures/pictures.routes.ts'
import { canReadUser } from './user.policy.ts'
import { presentUser } from './user.present.ts'
import { findUser, listUsers, updateUser } from './users.repo.ts'

const notFound = () => fail('user.not_found')

export const usersRoutes: RoutesOf<'users'> = {
  list: signedIn.users.list.handler(async ({ context: { caller, deps } }) => {
    const users = await listUsers(deps.db, caller.accountId)
    return users.filter(({ id }) => canReadUser(caller, id)).map(presentUser)
  }),
  get: signedIn.users.get.handler(async ({ input, context: { caller, deps } }) => {
    if (!canReadUser(caller, input.id)) throw notFound()
    const user = await findUser(deps.db, { accountId: caller.accountId, userId: input.id })
    if (!user) throw notFound()
    return presentUser(user)
  }),
  setTheme: signedIn.users.setTheme.handler(async ({ input, context: { caller, deps } }) => {
    const user = await updateUser(deps.db, caller, { theme: input.theme })
    if (!user) throw notFound()
    return presentUser(user)
  }),
  ...photoRoutes,
}
