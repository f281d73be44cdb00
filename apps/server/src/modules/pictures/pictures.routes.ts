import { account as accountCalls } from '#contract/account.ts'
import { pictures, users as userCalls } from '#contract/users.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { openRawRoute, rawRoute } from '#server/http/raw-route.ts'
import { presentAccount } from '#server/modules/accounts/index.ts'
import { presentUser } from '#server/modules/users/index.ts'
import { fetchLogo } from './fetch-logo.ts'
import { readPicture, receivePicture, replaceLogo, replacePhoto } from './replace-picture.usecases.ts'

const YEAR_SECONDS = 31_536_000

/** Serves pictures. Names are never reused, so responses are immutable. */
export const picturesRoutes: RoutesOf<'pictures'> = {
  get: openRawRoute(pictures.get, async ({ input: { name }, deps, reply }) => {
    const content = await readPicture(deps, name)
    return reply
      .type('image/webp')
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `inline; filename="${name}"`)
      .send(content)
  }),
}

/** The caller's photo. */
export const photoRoutes: Pick<RoutesOf<'users'>, 'setPhoto' | 'removePhoto'> = {
  setPhoto: rawRoute(
    userCalls.setPhoto,
    async ({ request, deps, caller, call }) => {
      const sent = await receivePicture(request)
      const sizes = await deps.pictures.make(caller.accountId, 'photo', sent, call.signal)
      return presentUser(await replacePhoto(deps, caller, sizes))
    },
    { body: 'multipart' },
  ),
  removePhoto: signedIn.users.removePhoto.handler(async ({ context: { deps, caller } }) =>
    presentUser(await replacePhoto(deps, caller, null)),
  ),
}

/** The account's logo, from a file or a URL. */
export const logoRoutes: Pick<RoutesOf<'account'>, 'setLogo' | 'setPhoto' | 'removePhoto'> = {
  setLogo: signedIn.account.setLogo.handler(async ({ input: { logoUrl }, context: { deps, caller, call } }) => {
    const sent = await fetchLogo(deps, logoUrl, call.signal)
    const sizes = await deps.pictures.make(caller.accountId, 'logo', sent, call.signal)
    return presentAccount(await replaceLogo(deps, caller.accountId, sizes))
  }),
  setPhoto: rawRoute(
    accountCalls.setPhoto,
    async ({ request, deps, caller, call }) => {
      const sent = await receivePicture(request)
      const sizes = await deps.pictures.make(caller.accountId, 'logo', sent, call.signal)
      return presentAccount(await replaceLogo(deps, caller.accountId, sizes))
    },
    { body: 'multipart' },
  ),
  removePhoto: signedIn.account.removePhoto.handler(async ({ context: { deps, caller } }) =>
    presentAccount(await replaceLogo(deps, caller.accountId, null)),
  ),
}
