import { MalformedResponse } from './platform-problems.ts'

// 50 records a page: far more than any winery has, so an endless list ends.
const MAX_PAGES = 100_000

/** Rejects repeated pages of one read. */
export const createPageGuard = (stream: string, mostPages = MAX_PAGES) => {
  const seen = new Set<string>()
  return {
    /**
     * `key`: identifies a page, such as its cursor or, where pages have numbers, the ids on it. Throws `MalformedResponse` when
     * the page was read before in this read, or when there are more pages than a history can have.
     */
    enter(key: string): void {
      if (seen.has(key))
        throw new MalformedResponse(`The list of ${stream} doesn’t end: page ${seen.size + 1} was already read`)
      if (seen.size >= mostPages)
        throw new MalformedResponse(`The list of ${stream} doesn’t end: more than ${mostPages} pages`)
      seen.add(key)
    },
    /** of the last accepted page, from 1 */
    get number() {
      return seen.size
    },
  }
}
