import { useCallback, useEffect, useRef, useState } from 'react'

/** Milliseconds of rest after which the rows in view are fetched: what rushes by is not. */
const REST = 120

interface ScrolledPages {
  /** pages in view, from 1 */
  readonly pages: readonly number[]
  /** the row to bring to the upper edge; another object is another wish */
  readonly anchor: { readonly row: number }
  /** tells which rows are in view, `until` exclusive */
  readonly onVisible: (from: number, until: number) => void
}

interface Scrolling {
  /** of the address */
  readonly page: number
  readonly pageSize: number
  /** another question begins at the address's page */
  readonly question: string
  /** told the page that is in view */
  readonly onPage: (page: number) => void
}

const pageOf = (row: number, pageSize: number): number => Math.floor(row / pageSize) + 1

const between = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place)

/** Which pages are in view, kept in step with the page that the address names. */
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
    // The address went where the scrolling has not been: Back, or a link.
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
