import type { NounName } from '#domain/report-terms.ts'
import type { State } from '../language/language.ts'
import { filterTag as filter, measureTag as measure, nounTag as noun, type Tag } from '../tag/tag.ts'
import type { Part } from './slots.ts'

const LAPSED: Tag = { kind: 'key', key: 'lapsed' }
const CUSTOMER = noun('customer')

type Rules = Readonly<Partial<Record<NounName, Readonly<Partial<Record<State, readonly Tag[]>>>>>>

/** What a noun and what became of it are together. */
const FUSED: Rules = {
  member: {
    leave: [noun('cancellation')],
    join: [noun('signup')],
    new: [noun('signup')],
    hold: [noun('onHoldMember')],
    inClub: [noun('member')],
    skip: [noun('skippedMember')],
    decline: [noun('declinedMember')],
  },
  person: {
    leave: [noun('cancellation')],
    join: [noun('signup')],
    hold: [noun('onHoldMember')],
    inClub: [noun('member')],
    new: [noun('newCustomer')],
    repeat: [noun('repeatCustomer')],
    lapsed: [CUSTOMER, LAPSED],
    skip: [noun('skippedMember')],
    decline: [noun('declinedMember')],
  },
  release: { skip: [measure('skipped')], decline: [measure('declined')] },
  customer: {
    new: [noun('newCustomer')],
    repeat: [noun('repeatCustomer')],
    join: [noun('signup')],
    leave: [noun('cancellation')],
    inClub: [CUSTOMER, filter('isClubMember', 'IsTrue')],
    lapsed: [CUSTOMER, LAPSED],
  },
  guest: {
    join: [measure('clubSignups')],
    noShow: [noun('reservation'), filter('status', 'Equal', 'no_show')],
  },
  order: {
    refund: [noun('refund')],
    leave: [measure('canceledOrders')],
    open: [measure('openOrders')],
  },
  reservation: {
    join: [measure('clubSignups')],
    leave: [noun('reservation'), filter('status', 'Equal', 'cancelled')],
    noShow: [noun('reservation'), filter('status', 'Equal', 'no_show')],
  },
  hold: { open: [noun('hold'), filter('isCurrent', 'IsTrue')] },
}

/** A state without its noun. */
const ALONE: Readonly<Partial<Record<State, readonly Tag[]>>> = {
  leave: [noun('cancellation')],
  join: [noun('signup')],
  hold: [noun('onHoldMember')],
  inClub: [{ kind: 'filter', filters: [{ ids: ['isClubMember', 'isClubOrder'], comparison: 'IsTrue', value: null }] }],
  refund: [noun('refund')],
  noShow: [noun('reservation'), filter('status', 'Equal', 'no_show')],
  skip: [noun('skippedMember')],
  decline: [noun('declinedMember')],
}

interface Fused {
  readonly parts: readonly Part[]
  /** states of nothing */
  readonly unmatched: readonly string[]
  readonly cost: number
}

/** The noun that follows is nearer than the one before. */
const distanceTo = (at: number, other: number): number => Math.abs(at - other) + (other > at ? 0 : 0.1)

/** The nearest noun that the state can be of; -1: none. */
const nounFor = (parts: readonly Part[], at: number, state: State): number => {
  const candidates = parts.flatMap(({ tag }, index) =>
    tag.kind === 'noun' && FUSED[tag.noun]?.[state] !== undefined ? [index] : [],
  )
  const [nearest = -1] = candidates.toSorted((a, b) => distanceTo(at, a) - distanceTo(at, b))
  return nearest
}

const withTags = (part: Part, tags: readonly Tag[], words: string, isNegated = part.isNegated): Part[] =>
  tags.map((tag) => ({ ...part, tag, words, isNegated }))

/** "members who left": a noun and its state become one noun, and what is left is placed by its context. */
export const fuse = (all: readonly Part[]): Fused => {
  let parts = all
  let cost = 0
  const unmatched: string[] = []
  for (;;) {
    const at = parts.findIndex(({ tag }) => tag.kind === 'state')
    const state = parts[at]
    if (state === undefined || state.tag.kind !== 'state') break
    const position = nounFor(parts, at, state.tag.state)
    const owner = parts[position]
    const fused = owner?.tag.kind === 'noun' ? FUSED[owner.tag.noun]?.[state.tag.state] : undefined
    const alone = ALONE[state.tag.state]
    if (owner !== undefined && fused !== undefined) {
      const words = `${owner.words} ${state.words}`
      const isNegated = owner.isNegated || state.isNegated
      const replaced = withTags(owner, fused, words, isNegated)
      parts = parts.flatMap((part, index) => (index === position ? replaced : index === at ? [] : [part]))
    } else if (alone !== undefined) {
      parts = parts.flatMap((part, index) => (index === at ? withTags(part, alone, part.words) : [part]))
      cost += 0.5
    } else {
      parts = parts.filter((_, index) => index !== at)
      unmatched.push(state.words)
    }
  }
  return { parts, unmatched, cost }
}
