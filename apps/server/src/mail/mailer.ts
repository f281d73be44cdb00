import type { Clock } from '#domain/clock.ts'
import { hasNoEmail } from '#domain/field-rules.ts'
import type { Db } from '#server/db/database.ts'
import type { Ids, Logger } from '#server/runtime.ts'
import { startDelivery } from './delivery.ts'
import { enqueueMail } from './outbox.repo.ts'
import type { MailContent } from './templates/mail-page.ts'
import type { MailTransport } from './transport.ts'

interface OutgoingMail {
  /** null: the email belongs to no account */
  readonly accountId: number | null
  readonly to: string
  readonly content: MailContent
  /** an attachment inserted with `insertMailFile` */
  readonly fileId?: string | null
}

export interface Mailer {
  /** Queues an email in the caller's transaction: it is sent only if the transaction commits. */
  queue(db: Db, mail: OutgoingMail): Promise<void>
  /** Starts to deliver queued email, including an earlier process's. Idempotent. */
  start(): void
  /** Waits for the current delivery, then stops; the rest stays queued. */
  stop(): Promise<void>
}

interface MailerParts {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  readonly transport: MailTransport
}

/** Queues mail in the outbox table and delivers it with retries. */
export const createMailer = ({ db, clock, ids, log, transport }: MailerParts): Mailer => {
  let delivery: ReturnType<typeof startDelivery> | null = null
  return {
    queue: async (trx, mail) => {
      if (hasNoEmail({ email: mail.to })) return
      await enqueueMail(trx, { id: ids.next(), at: new Date(clock.now()), ...mail })
    },
    start: () => {
      delivery ??= startDelivery({ db, clock, log, transport })
    },
    stop: async () => {
      await delivery?.stop()
      delivery = null
      transport.close()
    },
  }
}
