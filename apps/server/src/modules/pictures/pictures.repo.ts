import { type Db, unscoped } from '#server/db/database.ts'
import type { PictureSizes } from './picture-maker.ts'

/** Owner of a picture: a user's photo, or with null the account's logo. */
export interface PictureOwner {
  readonly accountId: number
  readonly userId: string | null
}

/** File names of both sizes. */
export type PictureNames = Readonly<Record<keyof PictureSizes, string>>

interface NewPicture extends PictureOwner {
  readonly names: PictureNames
  readonly contents: PictureSizes
  readonly at: Date
}

export const insertPicture = async (db: Db, { accountId, userId, names, contents, at }: NewPicture): Promise<void> => {
  const row = { account_id: accountId, user_id: userId, created_at: at }
  await db
    .insertInto('pictures')
    .values([
      { ...row, size: 'large', name: names.large, content: contents.large },
      { ...row, size: 'small', name: names.small, content: contents.small },
    ])
    .execute()
}

export const deletePicture = async (db: Db, { accountId, userId }: PictureOwner): Promise<void> => {
  await db
    .deleteFrom('pictures')
    .where('account_id', '=', accountId)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .execute()
}

/** Unscoped, as the URL contains only the unguessable name. */
export const findPicture = async (db: Db, name: string): Promise<Buffer | undefined> => {
  const row = await unscoped(db).selectFrom('pictures').select('content').where('name', '=', name).executeTakeFirst()
  return row?.content
}

/** The account's pictures. */
export const listPictures = (db: Db, accountId: number) =>
  db
    .selectFrom('pictures')
    .select(['name', 'user_id', 'size'])
    .where('account_id', '=', accountId)
    .orderBy('user_id')
    .orderBy('size')
    .execute()

/** The content of one of the account's pictures. */
export const findAccountPicture = async (db: Db, accountId: number, name: string): Promise<Buffer | undefined> => {
  const row = await db
    .selectFrom('pictures')
    .select('content')
    .where((eb) => eb.and({ account_id: accountId, name }))
    .executeTakeFirst()
  return row?.content
}
