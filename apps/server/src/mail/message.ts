/** A mail as its template writes it; who it goes to and from is added when it is queued. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}
