import { useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { pageTitle } from '../urls.ts'

/** Animation frames that a layout may take to appear. */
const FRAMES_TO_WAIT = 60

/** Focuses the page's main part as soon as it is there; returns the way to give up. */
const focusMain = (framesLeft: number): (() => void) => {
  const main = document.getElementById('main')
  if (main) {
    // A screen that has put the focus on one of its own fields knows better.
    if (!main.contains(document.activeElement)) main.focus({ preventScroll: true })
    return () => {}
  }
  if (framesLeft === 0) return () => {}
  let giveUp = () => {}
  const frame = requestAnimationFrame(() => {
    giveUp = focusMain(framesLeft - 1)
  })
  return () => {
    cancelAnimationFrame(frame)
    giveUp()
  }
}

/** Names the window after the page, and moves the focus to the page's main part when another page opens. */
export const usePageArrival = (): void => {
  const titles = useMatches({ select: (matches) => matches.map(({ staticData }) => staticData.page?.title) })
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const previousPath = useRef(path)

  useEffect(() => {
    document.title = pageTitle(titles, document.title)
  }, [titles])

  useEffect(() => {
    const before = previousPath.current
    previousPath.current = path
    // The first page keeps the focus where the browser put it.
    if (before === undefined || before === path) return
    return focusMain(FRAMES_TO_WAIT)
  }, [path])
}
