/** A list of people that a platform sends email to. */
interface Audience {
  readonly id: string
  readonly name: string
}

export interface AudienceMember {
  /** in lower case */
  readonly email: string
  /** `noConsent`: has not agreed to marketing, or not yet; `unsubscribed`: also bounced and archived addresses */
  readonly standing: 'subscribed' | 'noConsent' | 'unsubscribed'
  /** names of tags */
  readonly tags: readonly string[]
}

/** Email addresses, at most `TAGGED_AT_ONCE` of each. */
interface TagChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

export const TAGGED_AT_ONCE = 500

/** Marks people of an audience by tags. It adds nobody to an audience, and changes no subscription. */
export interface TagWriter {
  audiences(): Promise<readonly Audience[]>
  /** All people of an audience, whatever their standing, one page at a time. */
  members(audienceId: string): AsyncIterable<readonly AudienceMember[]>
  /** Finds a tag, or adds it, and returns what changes its people. Each returns why addresses were refused, with the addresses. */
  open(audienceId: string, tag: string): Promise<(change: TagChange) => Promise<readonly string[]>>
}
