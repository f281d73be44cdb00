import type { Clock } from '#domain/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Ids, Logger } from '#server/runtime.ts'
import { startDelivery } from './delivery.ts'
import { enqueueMail } from './outbox.repo.ts'
import type { MailContent } from './templates/mail-page.ts'
import type { MailTransport } from './transport.ts'

export interface OutgoingMail {
  /** null: the mail belongs to no account */
  readonly accountId: number | null
  readonly to: string
  readonly content: MailContent
  /** a file that was put into the outbox with `insertMailFile` */
  readonly fileId?: string | null
}

export interface Mailer {
  /** Queues a mail within the caller's transaction: it goes out when that commits, and not at all when it does not. */
  queue(db: Db, mail: OutgoingMail): Promise<void>
  /** Begins to deliver what is queued, also by an earlier process. Does nothing when it has begun. */
  start(): void
  /** Waits for the mail on its way, then stops; what is left waits in the queue. */
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
    queue: (trx, mail) => enqueueMail(trx, { id: ids.next(), at: new Date(clock.now()), ...mail }),
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
