import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { ClubRisk } from '#insights/club-risk/rank-club.ts'
import type { MemberHistory } from '#insights/insight/inputs.ts'
import { defineEvent } from '#server/platform/events.ts'
import type { MembersOnRecord } from './history/read-analysis-input.ts'

/** The members of a club as an analysis found them, in the transaction that stores its insights. */
export const clubRanked = defineEvent<
  MembersOnRecord & {
    readonly accountId: number
    /** first incomplete day */
    readonly today: LocalDay
    readonly clubRisk: ClubRisk
    /** all on record, canceled ones included */
    readonly members: readonly MemberHistory[]
  }
>('club.ranked')
