import type { LocalDay } from '#domain/ranges/local-day.ts'

/** All that is known of one membership. Days in any order. */
export interface MemberHistory {
  readonly membershipId: string
  readonly club: string
  readonly signup: LocalDay
  /** null while it goes on */
  readonly cancelled: LocalDay | null
  /** releases that the member left out, or held */
  readonly skips: readonly LocalDay[]
  /** releases whose card was declined */
  readonly declines: readonly LocalDay[]
  readonly visits: readonly LocalDay[]
  /** orders beside the releases; minor units */
  readonly purchases: readonly { readonly day: LocalDay; readonly amount: number }[]
}
