import { type Db, unscoped } from '#server/db/database.ts'
import type { PictureSizes } from './picture-maker.ts'

/** Whose picture: a user's photo, or with null the account's logo. */
export interface PictureOwner {
  readonly accountId: number
  readonly userId: string | null
}

/** Names of the two files. */
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

/** The address holds the name and nothing else, hence unscoped: whoever has it was shown it. */
export const findPicture = async (db: Db, name: string): Promise<Buffer | undefined> => {
  const row = await unscoped(db).selectFrom('pictures').select('content').where('name', '=', name).executeTakeFirst()
  return row?.content
}

/** Which pictures the account has. */
export const listPictures = (db: Db, accountId: number) =>
  db
    .selectFrom('pictures')
    .select(['name', 'user_id', 'size'])
    .where('account_id', '=', accountId)
    .orderBy('user_id')
    .orderBy('size')
    .execute()

/** The bytes of one of the account's pictures. */
export const readPictureOf = async (db: Db, accountId: number, name: string): Promise<Buffer | undefined> => {
  const row = await db
    .selectFrom('pictures')
    .select('content')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.content
}
