import { useCallback, useEffect, useRef, useState } from 'react'

/** Milliseconds without scrolling before the rows in view are loaded. */
const REST = 120

interface ScrolledPages {
  /** pages in view, from 1 */
  readonly pages: readonly number[]
  /** the row to scroll to the top; a new object scrolls again */
  readonly anchor: { readonly row: number }
  /** reports the rows in view, `until` exclusive */
  readonly onVisible: (from: number, until: number) => void
}

interface Scrolling {
  /** in the URL */
  readonly page: number
  readonly pageSize: number
  /** a new request starts at the URL's page */
  readonly question: string
  /** called with the page in view */
  readonly onPage: (page: number) => void
}

const pageOf = (row: number, pageSize: number): number => Math.floor(row / pageSize) + 1

const between = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The pages in view, kept in sync with the page in the URL. */
export const useScrolledPages = ({ page, pageSize, question, onPage }: Scrolling): ScrolledPages => {
  const start = { question, pages: [page] as readonly number[], anchor: { row: (page - 1) * pageSize } }
  const [state, setState] = useState(start)
  const followed = useRef(page)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onPage)
  latest.current = onPage
  const isNew = state.question !== question
  if (isNew) setState(start)

  useEffect(() => {
    // The URL changed by Back or a link rather than by scrolling.
    if (page === followed.current) return
    followed.current = page
    setState((before) => ({ ...before, pages: [page], anchor: { row: (page - 1) * pageSize } }))
  }, [page, pageSize])
  useEffect(() => () => clearTimeout(timer.current), [])

  const onVisible = useCallback(
    (from: number, until: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const first = pageOf(from, pageSize)
        const pages = between(first, pageOf(Math.max(from, until - 1), pageSize))
        setState((before) => (before.pages.join() === pages.join() ? before : { ...before, pages }))
        followed.current = first
        latest.current(first)
      }, REST)
    },
    [pageSize],
  )
  return { pages: isNew ? start.pages : state.pages, anchor: state.anchor, onVisible }
}
