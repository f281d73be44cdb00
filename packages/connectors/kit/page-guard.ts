import { BadPage } from './platform-problems.ts'

/** Pages of one read are let through once each. */
export interface PageGuard {
  /**
   * `key`: what a page is known by, such as its cursor or, where pages have numbers, the ids it holds. Throws `BadPage` when it
   * was there before in this read, or when there are more pages than a history can have.
   */
  enter(key: string): void
  /** of the page that was let through last, from 1 */
  readonly number: number
}

// 50 records a page: far more than any winery has, and an end to a list that has none.
const MOST_PAGES = 100_000

export const createPageGuard = (stream: string, mostPages = MOST_PAGES): PageGuard => {
  const seen = new Set<string>()
  return {
    enter(key) {
      if (seen.has(key))
        throw new BadPage(`The list of ${stream} has no end: page ${seen.size + 1} is one that was there before`)
      if (seen.size >= mostPages) throw new BadPage(`The list of ${stream} has no end: more than ${mostPages} pages`)
      seen.add(key)
    },
    get number() {
      return seen.size
    },
  }
}
