import type { Want, WantedLimit } from './want.ts'

/** Measures of how things stand. */
const STANDING = ['activeMembers', 'onHold', 'onHand', 'reserved', 'allocated', 'available', 'weeksOnHand']
const LISTS_OF_NOW = ['member', 'onHoldMember']

const saysNow = ({ limits, words }: WantedLimit): boolean =>
  limits.every(({ ids }) => ids.includes('isCurrent')) && /\b(?:now|current|currently|moment)\b/i.test(words)

/** "members on hold right now": what stands now needs no limit to now. */
export const withoutNow = (want: Want): Want => {
  const { measures, list, days } = want
  const isStanding = measures.length > 0 && measures.every(({ ids }) => ids.some((id) => STANDING.includes(id)))
  const isOfNow = days === null && (list === null ? isStanding : LISTS_OF_NOW.includes(list.entity))
  return isOfNow ? { ...want, limits: want.limits.filter((limit) => !saysNow(limit)) } : want
}
