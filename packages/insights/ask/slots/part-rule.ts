import type { Tag } from '../tag/tag.ts'
import type { Part } from './slots.ts'

export interface Position {
  readonly parts: readonly Part[]
  readonly at: number
  readonly before: Part | undefined
  readonly next: Part | undefined
}

/** What the other words of a question say of a part. */
export interface PartRule {
  /** questions that it decides */
  readonly examples: readonly string[]
  /** default: any question */
  readonly when?: (parts: readonly Part[]) => boolean
  /** what the part is then, or nothing; null: what it is anyway */
  readonly read: (part: Part, position: Position) => readonly Tag[] | null
}

export const applyRule = (parts: readonly Part[], { when, read }: PartRule): readonly Part[] => {
  if (when !== undefined && !when(parts)) return parts
  return parts.flatMap((part, at): readonly Part[] => {
    const tags = read(part, { parts, at, before: parts[at - 1], next: parts[at + 1] })
    return tags === null ? [part] : tags.map((tag) => ({ ...part, tag }))
  })
}

export const says = (part: Part | undefined, pattern: RegExp): boolean => part !== undefined && pattern.test(part.words)

export const isWine = ({ tag }: Part): boolean =>
  tag.kind === 'filter' && tag.filters.some(({ value }) => value === 'wine')
