import { isKey } from './fuse.ts'
import type { Part } from './slots.ts'

const COMPARED: Part['tag'] = { kind: 'compare', mode: null }

/** "compare this month with last month": what stands between two ranges is a comparison. */
export const comparedDays = (parts: readonly Part[]): readonly Part[] => {
  const versus = parts.findIndex((part) => isKey(part, 'versus'))
  const isRange = (part: Part | undefined) => part?.tag.kind === 'days'
  if (versus < 0 || parts.filter(isRange).length !== 2) return parts
  const last = parts.findLastIndex(isRange)
  return parts.flatMap((part, at): Part[] => {
    if (at === versus || (at === last - 1 && isKey(part, 'with', 'and', 'or'))) return []
    return at === last ? [{ ...part, tag: COMPARED }, part] : [part]
  })
}
