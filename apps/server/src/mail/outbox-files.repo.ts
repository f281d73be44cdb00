import { type Db, unscoped } from '#server/db/database.ts'
import type { MailFile } from './transport.ts'

interface NewMailFile extends MailFile {
  readonly id: string
  readonly accountId: number
  readonly at: Date
}

/** Puts a file into the outbox, once for all mails that carry it. */
export const insertMailFile = async (db: Db, { id, accountId, at, ...file }: NewMailFile): Promise<void> => {
  await db
    .insertInto('outbox_files')
    .values({
      id,
      account_id: accountId,
      name: file.name,
      content_type: file.contentType,
      content: file.content,
      created_at: at,
    })
    .execute()
}

/** The mail that carries it may be of any account, hence unscoped. Null: it is gone. */
export const readMailFile = async (db: Db, id: string): Promise<MailFile | null> =>
  (await unscoped(db)
    .selectFrom('outbox_files')
    .select(['name', 'content_type as contentType', 'content'])
    .where('id', '=', id)
    .executeTakeFirst()) ?? null

/** Removes, in all accounts, the files that no waiting mail carries any more. */
export const forgetMailFiles = async (db: Db): Promise<void> => {
  await unscoped(db)
    .deleteFrom('outbox_files')
    .where((file) =>
      file.not(
        file.exists(
          file
            .selectFrom('outbox_mail')
            .select('outbox_mail.id')
            .whereRef('outbox_mail.file_id', '=', 'outbox_files.id')
            .where('sent_at', 'is', null)
            .where('failed_at', 'is', null),
        ),
      ),
    )
    .execute()
}
