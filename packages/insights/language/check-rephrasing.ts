import { slotNames } from './insight-text.ts'

const LONGEST_BESIDE = 1.6
const SOME_MORE = 40

/** Number words: a rephrased sentence may not add one. */
const NUMBER_WORDS =
  /\b(zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|half|halved|third|quarter|double[ds]?|triple[ds]?|twice|thrice|once|percent|per cent)\b/gi

/** Words for a direction and their opposites. */
const UP =
  /\b(more|above|higher|up|rose|rises?|risen|grew|grown?|growth|increas\w+|gain\w*|jump\w*|surg\w+|climb\w*|soar\w*|added|exceed\w*|better|record|likely)\b/i
const DOWN =
  /\b(less|below|lower|fewer|down|fell|falls?|fallen|drop\w*|declin\w+|decreas\w+|los[est]\w*|shr\w+nk|sank|slump\w*|took away|subtract\w*|worse|weak\w*|short\w*|unlikely)\b/i
const NOT = /\b(not|no|never|none|without|hardly|n['’]t)\b/i

/** Addresses, markup and anything that is not a plain sentence. */
const NOT_PLAIN = /https?:|www\.|[<>[\]`|*_#\\]|\p{Cc}|\p{Cf}/u

/** Characters next to a figure that change it: a minus, a `k`, a percent sign. */
const ALTERED = /[^\s(“"‘'—,;:]\{|[-−–+±~≈<>]\s*\{|\}[^\s).,;:!?”"’'—]/u

const wordsIn = (text: string, pattern: RegExp): string =>
  [...text.matchAll(pattern)]
    .map(([word]) => word.toLowerCase())
    .toSorted()
    .join(' ')

const withoutPlaces = (template: string): string => template.replace(/\{[\w.]+\}/g, ' ')

/** Why a rephrased template is rejected; null if it has the same meaning with the same figures in the same positions. */
export const rejectionReason = (template: string, rephrased: string): string | null => {
  const [before, after] = [withoutPlaces(template), withoutPlaces(rephrased)]
  if (rephrased.trim() === '') return 'empty'
  if (rephrased.length > LONGEST_BESIDE * template.length + SOME_MORE) return 'too long'
  if (/[{}]/.test(after) || NOT_PLAIN.test(after)) return 'not plain'
  if (slotNames(rephrased).join(' ') !== slotNames(template).join(' ')) return 'figures moved'
  if (ALTERED.test(rephrased)) return 'a figure altered'
  if (/\p{N}/u.test(after)) return 'a number of its own'
  if (wordsIn(before, NUMBER_WORDS) !== wordsIn(after, NUMBER_WORDS)) return 'a number in words'
  if (UP.test(before) !== UP.test(after) || DOWN.test(before) !== DOWN.test(after)) return 'another direction'
  if (NOT.test(before) !== NOT.test(after)) return 'a denial'
  return null
}
