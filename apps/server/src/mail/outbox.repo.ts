import { type Db, unscoped } from '#server/db/database.ts'
import type { MailContent } from './templates/mail-page.ts'
import type { MailFile } from './transport.ts'

interface QueuedMail {
  readonly id: string
  readonly at: Date
  readonly accountId: number | null
  readonly to: string
  readonly content: MailContent
  /** of `outbox_files` */
  readonly fileId?: string | null
}

export const enqueueMail = async (db: Db, { id, at, accountId, to, content, fileId }: QueuedMail): Promise<void> => {
  await db
    .insertInto('outbox_mail')
    .values({
      id,
      account_id: accountId,
      to_address: to,
      subject: content.subject,
      text: content.text,
      html: content.html,
      file_id: fileId ?? null,
      next_attempt_at: at,
      last_error: null,
      created_at: at,
    })
    .execute()
}

export interface DueMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly fileId: string | null
  /** including the current one */
  readonly attempts: number
}

interface Claim {
  readonly now: Date
  /** no other process claims the emails until then, even if this one dies */
  readonly leaseUntil: Date
  readonly limit: number
}

/** Claims due emails for this process. Unscoped, because the queue is shared by all accounts. */
export const claimDueMail = (db: Db, { now, leaseUntil, limit }: Claim): Promise<DueMail[]> =>
  unscoped(db)
    .updateTable('outbox_mail')
    .set((row) => ({ attempts: row('attempts', '+', 1), next_attempt_at: leaseUntil }))
    .where('id', 'in', (due) =>
      due
        .selectFrom('outbox_mail')
        .select('id')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning(['id', 'to_address as to', 'subject', 'text', 'html', 'file_id as fileId', 'attempts'])
    .execute()

interface Delivered {
  readonly id: string
  readonly at: Date
  /** clears the text, since a delivered email need not be stored with its links */
  readonly clearContent: boolean
}

export const markDelivered = async (db: Db, { id, at, clearContent }: Delivered): Promise<void> => {
  await unscoped(db)
    .updateTable('outbox_mail')
    .set({ sent_at: at, last_error: null, ...(clearContent ? { text: '', html: '' } : {}) })
    .where('id', '=', id)
    .execute()
}

interface Undelivered {
  readonly id: string
  readonly reason: string
  /** null: no further attempt */
  readonly retryAt: Date | null
  readonly now: Date
}

export const markUndelivered = async (db: Db, { id, reason, retryAt, now }: Undelivered): Promise<void> => {
  await unscoped(db)
    .updateTable('outbox_mail')
    .set({ last_error: reason, ...(retryAt ? { next_attempt_at: retryAt } : { failed_at: now }) })
    .where('id', '=', id)
    .execute()
}

interface NewMailFile extends MailFile {
  readonly id: string
  readonly accountId: number
  readonly at: Date
}

/** Inserts an attachment, once for all emails that include it. */
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

/** Unscoped, because the email may belong to any account. Null when it was deleted. */
export const readMailFile = async (db: Db, id: string): Promise<MailFile | null> =>
  (await unscoped(db)
    .selectFrom('outbox_files')
    .select(['name', 'content_type as contentType', 'content'])
    .where('id', '=', id)
    .executeTakeFirst()) ?? null

/** Deletes, in all accounts, the files that no pending email includes. */
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
