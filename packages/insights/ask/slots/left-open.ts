import type { TaggedQuestion } from '../tag/tag-question.ts'
import { is, isKey, type Part, type Slots } from './slots.ts'

type TaggedParts = TaggedQuestion['parts']

/** "customers who only buy online": what they did besides, no filter says. */
const openOnly = (tagged: TaggedParts): string[] =>
  tagged.flatMap(({ tag, words }, at) => {
    const next = tagged.slice(at + 1).find((one) => !/^ever$/i.test(one.words))?.tag
    const isOfDeed = next?.kind === 'verb' && ['buy', 'visit', 'book'].includes(next.verb)
    const before = tagged[at - 1]?.tag
    const isOfPeople = before?.kind === 'key' && before.key === 'who'
    return tag.kind === 'stop' && /^only$/i.test(words) && (isOfDeed || isOfPeople) ? [words] : []
  })

/** "Top 3 wines in each state": rows are limited over all of them. */
const topOfEach = (parts: readonly Part[], rank: Slots['rank']): string[] =>
  rank?.count === null || rank === null
    ? []
    : parts.flatMap((part, at) => {
        const next = parts[at + 1]
        const isOfEach = isKey(part, 'by', 'per') && /\beach\b/i.test(part.words) && is(next, 'dimension')
        return isOfEach && next !== undefined ? [part.words, next.words] : []
      })

/** "because they moved": a reason that is no name of one. */
const openReasons = (tagged: TaggedParts, parts: readonly Part[]): string[] => {
  const isReason = ({ tag }: Part): boolean =>
    tag.kind === 'value' && tag.choices.some(({ columnId }) => ['cancellationReason', 'holdReason'].includes(columnId))
  const because = tagged.find(({ tag, words }) => tag.kind === 'stop' && /^(because|due to|citing)/i.test(words))
  return because === undefined || parts.some(isReason) ? [] : [because.words]
}

const ASKING = /^(?:what|who|whom|when|where|which|how)\b/i

/** "and on what", "and when they come off": another question, of which only the first word is read. */
const openQuestion = (tagged: TaggedParts): string[] => {
  const and = tagged.findLastIndex(({ tag }) => tag.kind === 'key' && tag.key === 'and')
  const rest = tagged.slice(and + 1)
  const isEmpty = rest.every(({ tag, words }) => tag.kind === 'stop' || (tag.kind === 'key' && ASKING.test(words)))
  const isWhen = /^when\b/i.test(rest[0]?.words ?? '')
  const isAsked = and > 0 && (isWhen || (isEmpty && rest.some(({ words }) => ASKING.test(words))))
  return isAsked ? tagged.slice(and).map(({ words }) => words) : []
}

/** "skipped the last two releases": both of them, where a list of names is any. */
const openBoth = (tagged: TaggedParts): string[] =>
  tagged.flatMap(({ tag, words }) => {
    const isOfReleases = tag.kind === 'value' && tag.choices.some(({ columnId }) => columnId === 'releaseName')
    const isWho = tagged.some((one) => one.tag.kind === 'key' && one.tag.key === 'who')
    return isOfReleases && isWho && /\b(?:both|two|three|[2-9])\b/i.test(words) ? [words] : []
  })

/** Words of a question that nothing answers, although each is known. */
export const leftOpen = (tagged: TaggedParts, parts: readonly Part[], rank: Slots['rank']): string[] => [
  ...openReasons(tagged, parts),
  ...openOnly(tagged),
  ...topOfEach(parts, rank),
  ...openQuestion(tagged),
  ...openBoth(tagged),
]
