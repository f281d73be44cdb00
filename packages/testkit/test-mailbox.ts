import type { DeliverableMail, MailTransport } from '#server/mail/transport.ts'

/** A mail server that keeps what it gets, or refuses it. */
export interface TestMailbox extends MailTransport {
  readonly mails: readonly DeliverableMail[]
  /** from now on every delivery fails */
  goDown(): void
}

export const testMailbox = (): TestMailbox => {
  const mails: DeliverableMail[] = []
  let isDown = false
  return {
    isLocal: false,
    mails,
    deliver: async (mail) => {
      if (isDown) throw new Error('connection refused')
      mails.push(mail)
    },
    close: () => undefined,
    goDown: () => {
      isDown = true
    },
  }
}
