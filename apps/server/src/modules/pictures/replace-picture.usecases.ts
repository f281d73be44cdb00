import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { assertFound, fail, failFields } from '#contract/errors.ts'
import { REQUIRED } from '#contract/fields.ts'
import { MAX_PICTURE_BYTES } from '#domain/field-rules.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { assertSize, readParts } from '#server/http/uploads.ts'
import { type AccountRow, lockAccount, updateAccount } from '#server/modules/accounts/index.ts'
import { lockUser, type UserRow, updateUser } from '#server/modules/users/index.ts'
import type { PictureSizes } from './picture-maker.ts'
import { deletePicture, findPicture, insertPicture, type PictureNames, type PictureOwner } from './pictures.repo.ts'

const NAME_BYTES = 24

/** Replaces the picture, or removes it with null; returns the URLs. */
const replace = async (
  { db, ids, clock }: Deps,
  owner: PictureOwner,
  contents: PictureSizes | null,
): Promise<Record<keyof PictureNames, string | null>> => {
  await deletePicture(db, owner)
  if (contents === null) return { large: null, small: null }
  const names = { large: `${ids.token(NAME_BYTES)}.webp`, small: `${ids.token(NAME_BYTES)}.webp` }
  await insertPicture(db, { ...owner, names, contents, at: new Date(clock.now()) })
  return { large: `/api/picture/${names.large}`, small: `/api/picture/${names.small}` }
}

/** Sets or, with null, removes a user's photo. */
export const replacePhoto = (
  deps: Deps,
  user: { readonly accountId: number; readonly userId: string },
  contents: PictureSizes | null,
): Promise<UserRow> =>
  inTransaction(deps.db, async (db) => {
    await lockUser(db, user)
    const { accountId, userId } = user
    const { large, small } = await replace({ ...deps, db }, { accountId, userId }, contents)
    const row = await updateUser(db, user, { photo_url_large: large, photo_url_small: small })
    if (!row) throw fail('user.not_found')
    return row
  })

/** Sets or, with null, removes the account's logo. */
export const replaceLogo = (deps: Deps, accountId: number, contents: PictureSizes | null): Promise<AccountRow> =>
  inTransaction(deps.db, async (db) => {
    await lockAccount(db, accountId)
    const { large, small } = await replace({ ...deps, db }, { accountId, userId: null }, contents)
    const row = await updateAccount(db, accountId, { logo_url_large: large, logo_url_small: small })
    if (!row) throw fail('account.not_found')
    return row
  })

const PART = 'photo'

/**
 * Reads the form part `photo` into memory; its name and type are ignored.
 *
 * @throws Failure `picture.too_large` as soon as it is known, `request.unsupported_type`, `request.invalid` without the part
 */
export const receivePicture = async (request: FastifyRequest): Promise<Buffer> => {
  assertSize(request, MAX_PICTURE_BYTES, 'picture.too_large')
  let picture: Buffer | null = null
  for await (const part of readParts(request)) {
    if (part.type === 'field') continue
    if (part.fieldname === PART && picture === null) picture = await pictureBytes(part.file)
    else part.file.resume()
  }
  if (picture === null) throw failFields('request.invalid', [{ field: PART, message: REQUIRED }])
  return picture
}

/** Reads a picture. Throws `picture.too_large` at the first excess byte. */
export const pictureBytes = async (content: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > MAX_PICTURE_BYTES) throw fail('picture.too_large')
    chunks.push(piece)
  }
  return Buffer.concat(chunks)
}

/** A stored picture as WebP. Errors: `picture.not_found`. */
export const readPicture = async ({ db }: Deps, name: string): Promise<Buffer> =>
  assertFound(await findPicture(db, name), 'picture.not_found')
